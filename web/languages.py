"""The languages of the page: which one a reader gets, and words, numbers and dates in it."""

from __future__ import annotations

from datetime import datetime
from gettext import NullTranslations

from babel import Locale
from babel.dates import format_date, format_time
from babel.numbers import format_decimal
from flask import Flask, Response, has_request_context, request
from flask_babel import Babel, get_locale, get_translations

LANGUAGES = {"en": "English", "cs": "Čeština", "hu": "Magyar", "pl": "Polski", "ro": "Română"}
"""By code, each by its own name. English is what is written in the code."""

COOKIE = "language"
_A_YEAR = 365 * 24 * 3600
_SAMPLES = range(200)
"""Every plural category of these languages shows in one of these numbers."""


def speak(app: Flask) -> None:
    """Give every reader the language of the browser, or the one chosen with `?language=pl`, which is remembered."""
    Babel(app, default_locale="en", locale_selector=language)
    app.jinja_env.globals.update(languages=LANGUAGES, language=language, number=number, when=when)

    @app.after_request
    def remember(response: Response) -> Response:
        chosen = request.args.get("language")
        if chosen in LANGUAGES:
            response.set_cookie(COOKIE, chosen, max_age=_A_YEAR, httponly=True, samesite="Strict")
        response.headers["Content-Language"] = language()
        return response


def language() -> str:
    """The code of the reader's language; English where nobody reads."""
    if not has_request_context():
        return "en"
    for chosen in (request.args.get("language"), request.cookies.get(COOKIE)):
        if chosen in LANGUAGES:
            return chosen
    return request.accept_languages.best_match(LANGUAGES) or "en"


def gettext(text: str) -> str:
    """The text in the reader's language."""
    return _translations().gettext(text) if text else ""


def ngettext(one: str, other: str, count: int) -> str:
    """The pattern for so many in the reader's language, not filled yet."""
    return _translations().ngettext(one, other, count)


def in_context(context: str, text: str) -> str:
    """The text in the reader's language, where it means different things in different contexts."""
    return _translations().pgettext(context, text) if text else ""


def plurals(one: str, other: str) -> dict[str, str]:
    """The pattern by CLDR plural category in the reader's language, as a page's script chooses among them."""
    forms = {_locale().plural_form(count): ngettext(one, other, count) for count in reversed(_SAMPLES)}
    return {**forms, "other": forms.get("other", forms[_locale().plural_form(_SAMPLES[-1])])}


def number(value: float) -> str:
    """A number as the reader writes it, with one digit after the point at most."""
    return format_decimal(round(value, 1), locale=_locale())


def when(seconds: float) -> str:
    """A time in seconds since 1970 as the reader writes it, by this machine's clock."""
    moment = datetime.fromtimestamp(seconds)
    day, clock = format_date(moment, "medium", locale=_locale()), format_time(moment, "short", locale=_locale())
    return f"{day}, {clock}"


def _translations() -> NullTranslations:
    return get_translations() if has_request_context() else NullTranslations()


def _locale() -> Locale:
    return (get_locale() if has_request_context() else None) or Locale("en")
