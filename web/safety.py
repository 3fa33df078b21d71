"""What every answer carries for safety, and the friendly page for everything that went wrong."""

from __future__ import annotations

from flask import Flask, Response, render_template
from werkzeug.exceptions import HTTPException

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

EXPLANATIONS = {
    404: ("There is nothing here", "This address leads nowhere."),
    405: ("Only to look at", "This page can be looked at, nothing else."),
}
APOLOGY = ("Something went wrong", "The page could not be shown. The score is still being kept.")


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
    def explain(error: HTTPException) -> tuple[str, int, list[tuple[str, str]]]:
        code = error.code or 500
        title, text = EXPLANATIONS.get(code, APOLOGY)
        kept = [(name, value) for name, value in error.get_headers() if name == "Allow"]
        return render_template("error.html", title=title, text=text), code, kept
