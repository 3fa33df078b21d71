"""Who may do what: everybody may look, the table's own screen may change things, other devices after its PIN."""

from __future__ import annotations

import hmac
import ipaddress
import logging
import math
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Literal
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request, session
from werkzeug.exceptions import BadRequest, Forbidden, MethodNotAllowed, NotFound, TooManyRequests
from werkzeug.exceptions import RequestEntityTooLarge as TooLarge

May = Literal["yes", "pin", "no"]

PIN_DIGITS = 6
WRONG_PINS = 5
"""So many wrong PINs from one address within a minute, and it must wait."""

WAIT_SECONDS = 60.0
REMEMBERED = timedelta(days=1)
"""A device that gave the PIN need not give it again for so long, or until the program is started anew."""

# A page may stand open for as long as the program runs, whose key is new at each start; browsers keep no cookie longer.
# It tells only that the device opened the page, which anybody may; what the PIN gave has a time of its own.
_KNOWN = timedelta(days=400)

MOST_ADDRESSES = 1000
SAME_NETWORK_BITS = 64
"""One device may take any address of such a part of an IPv6 network, so all of them count as one."""

_REFUSALS = {refusal.code for refusal in (BadRequest, Forbidden, NotFound, MethodNotAllowed, TooLarge, TooManyRequests)}

_log = logging.getLogger(__name__)


class PinNeeded(Forbidden):
    """This device must give the table's PIN first."""

    description = "give the table's PIN first"


class Unopened(Forbidden):
    """The device has not opened the page since the program was started."""

    description = "open the page again: the program was started anew"


class MustWait(Exception):  # noqa: N818 - it names what is to be done
    """Too many wrong PINs: no other is looked at before these `seconds` are over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(f"wait {self.seconds} s")


def new_pin() -> str:
    """A PIN for a table, of digits only."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


class Access:
    """The door of one dashboard. `pin`: lets other devices in, None keeps them looking; `hosts`: more names it has.

    An address of numbers is always a good name: a page elsewhere that wants to pass for this one (DNS rebinding)
    needs a name of its own, and the browser tells it.
    """

    def __init__(self, pin: str | None, hosts: Collection[str] = ()) -> None:
        if pin is not None and not pin.strip():
            raise ValueError("a PIN cannot be empty")
        self.pin = pin
        self._hosts = {"localhost", *(host.lower().rstrip(".") for host in hosts)}
        self._patience = Patience()

    def protect(self, app: Flask) -> None:
        """Check the name that every request came to, and give every device that looks a signed session."""
        app.config.update(
            SECRET_KEY=secrets.token_bytes(32),
            SESSION_COOKIE_NAME="fivesight",
            SESSION_COOKIE_HTTPONLY=True,
            SESSION_COOKIE_SAMESITE="Strict",
            PERMANENT_SESSION_LIFETIME=_KNOWN,
            # An answer that was on its way while the PIN was given must not bring the old session back.
            SESSION_REFRESH_EACH_REQUEST=False,
        )
        app.before_request(self._check_name)
        app.after_request(_log_refusal)

    def _check_name(self) -> None:
        name = _name_of(request.headers.get("Host", ""))
        if name is None or (name not in self._hosts and _address(name) is None):
            abort(400, "this is not the address of the table's page")

    @property
    def is_table_itself(self) -> bool:
        """Whether the request comes from the machine that keeps the score, and through nobody else."""
        sender = _address(request.remote_addr or "")
        name = _name_of(request.headers.get("Host", ""))
        asked = _address(name or "")
        passed_on = "Forwarded" in request.headers or "X-Forwarded-For" in request.headers
        local_name = name == "localhost" or (asked is not None and asked.is_loopback)
        return sender is not None and sender.is_loopback and local_name and not passed_on

    @property
    def may_change(self) -> May:
        """Whether the device that asks may change things: yes, after giving the PIN, or no."""
        if self.is_table_itself or _was_let_in():
            return "yes"
        return "no" if self.pin is None else "pin"

    def greet(self) -> None:
        """Give a device that looks its session: only with one may it change anything."""
        if "known" not in session:
            session.permanent = True
            session["known"] = True

    def check_change(self) -> None:
        """Refuse a request to change something that another site may have sent, or that this device may not send."""
        self.check_own_page()
        may = self.may_change
        if may == "pin":
            raise PinNeeded
        if may == "no":
            raise Forbidden("only the table's own screen can change anything")

    def check_own_page(self) -> None:
        """Refuse a request that did not come from this very page."""
        origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
        # Browsers tell at least one of the two, and no script can change either.
        host = request.headers.get("Host", "")
        same = site == "same-origin" if origin is None else origin in (f"http://{host}", f"https://{host}")
        if not same or site not in (None, "same-origin"):
            raise Forbidden("that did not come from the table's page")
        if "known" not in session:
            raise Unopened

    def enter(self, pin: str) -> None:
        """Let the device in that gives the right PIN. Raises Forbidden, or TooManyRequests where it must wait."""
        if self.pin is None:
            raise Forbidden("only the table's own screen can change anything")
        right = hmac.compare_digest(pin.encode(errors="replace"), self.pin.encode())
        try:
            right = self._patience.attempt(_network(request.remote_addr or ""), right)
        except MustWait as wait:
            words = f"that was wrong too often: wait {wait.seconds} s"
            raise TooManyRequests(words, retry_after=wait.seconds) from None
        if not right:
            raise Forbidden("that is not the table's PIN")
        session.permanent = True
        session["let_in"] = time.time()


class Patience:
    """Counts wrong PINs by address, for a minute each."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._wrong: dict[str, deque[float]] = {}

    def attempt(self, address: str, right: bool) -> bool:
        """Note a PIN that was `right` or not, and return that. Raises MustWait, right or not, after too many wrong."""
        with self._lock:
            self._forget()
            wrong = self._wrong.get(address, deque())
            if len(wrong) >= WRONG_PINS:
                raise MustWait(wrong[0] + WAIT_SECONDS - self._now())
            if right:
                self._wrong.pop(address, None)
            else:
                self._wrong.setdefault(address, wrong).append(self._now())
            return right

    def _forget(self) -> None:
        """Forget what is over, and the oldest where there are too many: memory is bounded, whoever asks."""
        ago = self._now() - WAIT_SECONDS
        for address, wrong in list(self._wrong.items()):
            while wrong and wrong[0] <= ago:
                wrong.popleft()
            if not wrong:
                del self._wrong[address]
        while len(self._wrong) > MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]


def _was_let_in() -> bool:
    """Whether the device gave the PIN, and not too long ago."""
    return "let_in" in session and time.time() - session["let_in"] < REMEMBERED.total_seconds()


def _name_of(host: str) -> str | None:
    """The name or the address in a Host header, without its port; None where there is none."""
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname, parts.port
    except ValueError:
        return None
    return name.rstrip(".") if name and parts.netloc == host and "@" not in host else None


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _network(text: str) -> str:
    """What counts as one device: an IPv4 address, or the part of a network that an IPv6 address lies in."""
    address = _address(text)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, SAME_NETWORK_BITS), strict=False))
    return text


def _log_refusal(response: Response) -> Response:
    """Log a refused request in one line, whatever was in it."""
    if response.status_code in _REFUSALS:
        _log.warning("refused %s %r from %s: %s", request.method, request.path, request.remote_addr, response.status)
    return response
