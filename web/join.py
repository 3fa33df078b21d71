"""Joining with a phone: the page's address on the network, to be read by people and by cameras."""

from __future__ import annotations

import socket

import segno
from flask import Blueprint, render_template, request
from markupsafe import Markup

from web.access import Access

# Nobody lives there, and nothing is sent: asking for the way to it tells this machine's own address.
_ELSEWHERE = ("192.0.2.1", 9)


def make_blueprint(access: Access) -> Blueprint:
    """The route `/join`."""
    blueprint = Blueprint("join", __name__)

    @blueprint.get("/join")
    def page() -> str:
        access.greet()
        address = _reached_at(access) if access.pin is not None else None
        return render_template(
            "join.html",
            address=address,
            code=None if address is None else Markup(qr_code(address)),
            pin=access.pin if access.is_table_itself else None,
        )

    return blueprint


def qr_code(address: str) -> str:
    """The QR code of an address, as SVG of one colour."""
    code = segno.make(address, error="m", micro=False)
    return str(code.svg_inline(scale=4, border=4, omitsize=True, svgclass=None, lineclass=None))


def address_on_network() -> str | None:
    """This machine's address on its network; None where it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        try:
            route.connect(_ELSEWHERE)
        except OSError:
            return None
        return str(route.getsockname()[0])


def names_on_network() -> tuple[str, str]:
    """This machine's name, and the one that its network finds it by without a name server (multicast DNS)."""
    name = socket.gethostname()
    return name, f"{name.partition('.')[0]}.local"


def _reached_at(access: Access) -> str | None:
    """Where other devices find the page: as this one did, unless that is the machine itself."""
    if not access.is_table_itself:
        return request.host_url
    host = address_on_network()
    port = request.host.rpartition(":")[2] if ":" in request.host else ""
    return None if host is None else f"http://{host}{':' if port else ''}{port}/"
