"""What every answer carries for safety, and the friendly page for everything that went wrong."""

from __future__ import annotations

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from web.access import PinNeeded
from web.said import said
from web.words import fill

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",  # the live picture is fetched with its age and then shown as a blob
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # No other site may show the table's picture.
    "Cross-Origin-Resource-Policy": "same-origin",
}

EXPLANATIONS = {400: "wrong_address", 403: "not_allowed", 404: "nothing_here", 405: "only_to_look"}
APOLOGY = "apology"


class NotKept(HTTPException):
    """The disk did not take a change, so it was not made."""

    code = 507


def protect(app: Flask) -> None:
    """Put the safety headers on every answer of `app` and a page with a way back in place of its error pages."""

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers[name] = value
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        return response

    @app.errorhandler(HTTPException)
    def explain(error: HTTPException) -> Response:
        code = error.code or 500
        if _a_script_asks():
            response = jsonify(words=said(_words(error)), pin_needed=isinstance(error, PinNeeded))
        else:
            name = EXPLANATIONS.get(code, APOLOGY)
            response = make_response(render_template("error.html", title=fill(name), text=fill(f"{name}_text")))
        response.status_code = code
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After"):
                response.headers[name] = value
        return response


def _a_script_asks() -> bool:
    """Whether the answer is for a script, which shows its words, and not for a person."""
    return (
        request.blueprint == "changes"
        or request.endpoint == "setup.lying"
        or bool(request.blueprint and request.method == "POST")
    )


def _words(error: HTTPException) -> str:
    """Why a change was refused, in words for the person who asked for it."""
    if isinstance(error, RequestEntityTooLarge):
        return "that is too long"
    if isinstance(error, NotKept):
        return str(error.description)
    if (error.code or 500) >= 500 or not error.description:
        return "something went wrong: look again whether it was done"
    return error.description
