"""The host's own tunnel: remote guests come through a public name, and nothing else changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import aiohttp
import pygame
import pytest
import segno
from aiohttp import web

import main
from game.party import connection_pool
from game.party.messages import PhoneJoined
from game.party.party import Matrix, Party
from game.party.public_address import TUNNEL_PEER, PublicAddress, read_public
from game.party.registry import CODE_LENGTH, SECRET_LENGTH
from game.party.server import PartyServer
from game.scenes.phone_join import PhoneJoinDialog
from game.store.settings import ForwardedHeader
from tests.party.socket_phone import Host, LoopThread, Phone, Phones, hosted
from tests.sampling import PATIENCE
from tests.scenes.harness import WindowRobot

NAME = "socks.example.org"
SOCKS = PublicAddress(NAME)
FIRST, SECOND = "203.0.113.5", "203.0.113.6"


class Tunnel(LoopThread):
    """The local end of a tunnel. It forwards requests under the public name."""

    def __init__(self, party: Party) -> None:
        super().__init__()
        self._home = party.door.home
        self.address: str = self.run(self._open())

    async def _open(self) -> str:
        self._session = aiohttp.ClientSession(auto_decompress=False)
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        self._runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        return f"127.0.0.1:{self._runner.addresses[0][1]}"

    def close(self) -> None:
        async def close() -> None:
            await self._session.close()
            await self._runner.cleanup()

        self.run(close())
        self.end()

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        hidden = {"host", "connection", "upgrade", "guest", "called"}
        headers = {name: value for name, value in request.headers.items()
                   if name.lower() not in hidden and not name.lower().startswith("sec-")}  # fmt: skip
        headers["Host"] = request.headers.get("Called", NAME)
        addresses = [request.headers.get("X-Forwarded-For", ""), request.headers.get("Guest", FIRST)]
        headers["X-Forwarded-For"] = ", ".join(filter(None, addresses))
        url = f"http://{self._home}{request.path_qs}"
        if request.headers.get("Upgrade", "").lower() != "websocket":
            async with self._session.request(
                request.method, url, headers=headers, data=await request.read(), allow_redirects=False
            ) as answer:
                saved = {name: value for name, value in answer.headers.items() if name != "Transfer-Encoding"}
                return web.Response(status=answer.status, body=await answer.read(), headers=saved)
        try:
            there = await self._session.ws_connect(url, headers=headers)
        except aiohttp.WSServerHandshakeError as refused:
            return web.Response(status=refused.status)
        here = web.WebSocketResponse()
        await here.prepare(request)

        async def back() -> None:
            async for frame in there:
                await here.send_str(frame.data)
            await here.close()

        passing = asyncio.ensure_future(back())
        async for frame in here:
            await there.send_str(frame.data)
        await there.close()
        await passing
        return here


class Guest(Phone):
    """A remote phone that knows only the tunnel."""

    def __init__(self, party: Party, tunnel: Tunnel, at: str = FIRST) -> None:
        super().__init__(party)
        self.address, self._at = tunnel.address, at

    def call(self, origin: str | None = None, **headers: str) -> Guest:
        super().call(SOCKS.origin if origin is None else origin, **{"Guest": self._at, **headers})
        return self

    def asked(self, path: str, **headers: str) -> tuple[int, str]:
        """Return the status and the redirect target of a page."""

        async def ask() -> tuple[int, str]:
            url = f"http://{self.address}{path}"
            async with (
                aiohttp.ClientSession() as session,
                session.get(url, headers=headers, allow_redirects=False) as answer,
            ):
                return answer.status, answer.headers.get("Location", "")

        response: tuple[int, str] = self.run(ask())
        return response


@pytest.fixture
def stingy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Block any further message after a wrong guess, however long a test takes."""
    monkeypatch.setattr(connection_pool, "GUESSES_PER_SECOND", 1e-9)
    for name in ("FIRST_WAIT_S", "MAX_WAIT_S"):
        monkeypatch.setattr(connection_pool, name, 1e6)


@pytest.fixture
def guests(host: Host) -> Iterator[Callable[..., Guest]]:
    """Factory of guests of a tunnel. With ``told`` it sends the guest's address."""
    made: list[Any] = []

    def make(at: str = FIRST, *, told: bool = False) -> Guest:
        if not made:
            host.party.set_public_address(
                PublicAddress(NAME, ForwardedHeader.USUAL if told else ForwardedHeader.NONE)
            )
            host.until(lambda: host.party.door.address == NAME)
            made.append(Tunnel(host.party))
        guest = Guest(host.party, made[0], at)
        made.append(guest)
        return guest

    yield make
    for one in reversed(made):
        one.close()


def test_tunnel_guest_plays_with_a_local_phone(
    host: Host, phone: Phones, guests: Callable[..., Guest]
) -> None:
    host.offer(0, 1)
    home = phone().join(0)
    far = guests().call().join(1)
    assert host.hear(PhoneJoined, 1).seat == 1
    host.party.publish(1, {"hand": ["9H"]})
    assert far.expect("state")["state"] == {"hand": ["9H"]}
    host.party.publish(0, {"hand": ["8H"]})
    assert home.expect("state")["state"] == {"hand": ["8H"]}  # and local phones did not have to reconnect


def test_tunnel_page_connects_only_over_tls(host: Host, guests: Callable[..., Guest]) -> None:
    guest = guests()
    status, page, headers = guest.get("/")
    assert (status, b"<!doctype html>" in page.lower()) == (200, True)
    assert headers["content-security-policy"].endswith(f"connect-src 'self' wss://{NAME}")
    assert guest.asked(f"/{host.party.code}") == (302, f"/#{host.party.code}")  # as a camera reads it
    # Without https:// the page could not connect, and the code would not be secret.
    assert guest.asked("/?x=1", **{"X-Forwarded-Proto": "http"}) == (308, f"https://{NAME}/?x=1")
    assert guest.asked("/", **{"X-Forwarded-Proto": "https"})[0] == 200


def test_address_set_during_opening_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    serve = PartyServer.serve_until_stopped

    def hurried(self: PartyServer) -> None:
        self.expose(PublicAddress(NAME, ForwardedHeader.NONE))
        serve(self)

    monkeypatch.setattr(PartyServer, "serve_until_stopped", hurried)
    with hosted() as host:
        host.until(lambda: host.party.door.address == NAME)


def test_public_link_and_qr_code_contain_a_secret(host: Host, guests: Callable[..., Guest]) -> None:
    home = host.party.door
    guest = guests()
    door, code = host.party.door, host.party.code
    assert (door.address, door.origin, door.home) == (NAME, f"https://{NAME}", home.address)
    assert door.addresses == (NAME, *home.addresses)
    place, _, invitation = door.link.partition("/#")
    assert (place, invitation[:CODE_LENGTH], len(invitation)) == (
        f"https://{NAME}",
        code,
        CODE_LENGTH + SECRET_LENGTH,
    )
    assert door.qr == modules(f"https://{NAME}/{invitation}".upper())
    assert guest.asked(f"/{invitation}") == (302, f"/#{invitation}")
    host.party.prefer_address(home.addresses[0])  # local phones need not take the long way
    host.until(lambda: host.party.door.address == home.address)
    assert (host.party.door.link, host.party.door.qr) == (home.link, home.qr)
    host.offer(0)
    guest.call().join(0)  # the public name still works
    host.party.set_public_address(None)
    host.until(lambda: host.party.door.addresses == home.addresses)
    with pytest.raises(aiohttp.WSServerHandshakeError):
        guest.call()


def modules(text: str) -> Matrix:
    return tuple(tuple(map(bool, line)) for line in segno.make_qr(text, error="m").matrix)


@pytest.mark.parametrize(
    ("origin", "called"),
    [
        ("https://evil.example", NAME),
        (f"http://{NAME}", NAME),
        (f"https://{NAME}:1", NAME),
        (f"https://{NAME}.evil.example", NAME),
        ("", NAME),
        (f"https://{NAME}", "evil.example"),
        (f"https://{NAME}", f"{NAME}.evil.example"),
        (f"https://{NAME}", f"{NAME}:1"),
        ("http://localhost", "localhost"),
        ("http://192.168.0.14", "192.168.0.14"),
    ],
)
def test_tunnel_rejects_other_origins_and_names(
    guests: Callable[..., Guest], origin: str, called: str
) -> None:
    guest = guests()
    with pytest.raises(aiohttp.WSServerHandshakeError):
        guest.call(origin=origin, Called=called)
    assert guest.asked("/", Called=called)[0] == (200 if called == NAME else 403)


def test_name_is_not_served_before_it_is_set(host: Host, guests: Callable[..., Guest]) -> None:
    home = Phone(host.party)
    assert home.get("/", Host=NAME)[0] == 403
    guests()
    assert home.get("/", Host=NAME)[0] == 200
    home.close()


def wrong(guest: Guest) -> str:
    guest.send("list_seats", code="????")
    return str(guest.expect("error")["why"])


def right(guest: Guest, code: str) -> str:
    guest.send("list_seats", code=code)
    return str(guest.next()["type"])


def test_guesses_without_addresses_slow_only_their_connection(
    stingy: None, host: Host, guests: Callable[..., Guest]
) -> None:
    host.offer(0)
    phone, other_phone = guests().call(), guests().call()
    assert [wrong(phone), wrong(phone)] == ["wrong_code", "slow"]
    assert right(phone, host.party.code) == "error"
    assert right(other_phone, host.party.code) == "seats"


def test_guessing_by_reconnecting_does_not_block_invited_guests(
    stingy: None, host: Host, guests: Callable[..., Guest]
) -> None:
    host.offer(0)
    guesses = 0
    while wrong(phone := guests().call()) == "wrong_code":
        guesses += 1
        phone.drop()
        assert guesses < 2 * connection_pool.GUESS_BURST
    typed, invited = guests().call(), guests().call()
    assert right(typed, host.party.code) == "error"
    assert right(invited, host.party.door.link.partition("#")[2].lower()) == "seats"
    at_home = Phone(host.party)
    at_home.address = host.party.door.home
    at_home.call().join(0)
    at_home.close()


def test_only_the_tunnels_own_address_header_counts(
    stingy: None, host: Host, guests: Callable[..., Guest]
) -> None:
    host.offer(0)
    phone, again, other_phone = guests(told=True).call(), guests(told=True), guests(SECOND, told=True).call()
    again.call(**{"X-Forwarded-For": SECOND})  # the guest's own header comes before the tunnel's
    assert wrong(phone) == "wrong_code"
    assert right(again, host.party.code) == "error"
    assert right(other_phone, host.party.code) == "seats"


@pytest.mark.parametrize(
    ("told", "counted"),
    [
        ("203.0.113.5", "far 203.0.113.5"),
        ("192.168.0.14, 203.0.113.5", "far 203.0.113.5"),
        ("192.168.0.14", "far 192.168.0.14"),
        ("2001:db8:1:2:3:4:5:6", "far 2001:db8:1:2::/64"),
        ("unknown", TUNNEL_PEER),
        ("", TUNNEL_PEER),
    ],
)
def test_tunnel_guest_is_never_counted_as_local(told: str, counted: str) -> None:
    public = PublicAddress(NAME, ForwardedHeader.USUAL)
    assert public.caller([told]) == counted
    assert public.caller(["198.51.100.7", told]) == counted
    assert public.caller([]) == TUNNEL_PEER
    assert public.is_far("127.0.0.1", {"Host": f"{NAME.upper()}:443"})
    assert not public.is_far("192.168.0.14", {"Host": NAME, "X-Forwarded-For": told})


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("https://socks.example.org", NAME),
        (" HTTPS://Socks.Example.org/ ", NAME),
        ("https://socks.example.org:443", NAME),
        ("https://host.tail1234.ts.net:8443", "host.tail1234.ts.net:8443"),
        ("https://söckchen.example", "xn--sckchen-90a.example"),
    ],
)
def test_public_address_is_normalised(said: str, name: str) -> None:
    public = read_public(said)
    assert public is not None
    assert public.name == name


NO_ADDRESS = [
    "http://socks.example.org",
    "socks.example.org",
    "https://",
    "https://socks",
    "https://ann:secret@socks.example.org",
    "https://socks.example.org/play",
    "https://socks.example.org?x=1",
    "https://socks.example.org:0",
    "https://socks.example.org:99999",
    "https://socks.example.org; script-src *",
    "https://socks..example.org",
    "https://192.168.0.14:8080",
    "https://[::1]",
    "https://" + "a" * 200 + ".org",
]


@pytest.mark.parametrize("said", NO_ADDRESS)
def test_invalid_public_address_is_explained(said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert read_public(said) is None
    assert main.main(["--public", said]) == 2
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    assert "--public must be https:// and a name and nothing else" in text


def test_forwarded_header_without_an_address_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["--forwarded", "X-Forwarded-For"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_saved_match_keeps_its_invitation() -> None:
    with hosted() as host:
        saved = json.loads(json.dumps(host.party.dump_state()))
        host.party.set_public_address(SOCKS)
        host.until(lambda: host.party.door.address == NAME)
        sent = host.party.door.link
    again = Host()
    again.party.restore_state(saved)
    again.party.set_public_address(SOCKS)
    again.open()
    assert again.party.door.link == sent
    again.party.close(PATIENCE)


def test_settings_set_and_remove_the_public_address(window: WindowRobot) -> None:
    window.context.open_scene("settings")
    window.step()
    window.choose_tab("Party")
    window.choose("Public internet address")
    assert window.shown == "PublicAddressDialog"
    window.fill_in("http://socks.example.org")
    window.choose("Let guests in")
    assert "An address is https:// and a name, with nothing after it." in window.screen_text
    assert window.row("Address").value == "http://socks.example.org"
    window.fill_in("https://socks.example.org")
    window.choose("Let guests in")
    assert window.shown == "SettingsScene"
    window.open_party()
    assert window.context.phones.status.join_info.link.startswith(f"https://{NAME}/#")
    window.context.open_scene("public_address", window.context)
    window.step()
    port = window.context.phones.status.join_info.home.partition(":")[2]
    assert f"Point the tunnel at 127.0.0.1:{port} on this computer." in window.screen_text
    window.choose("No public address")
    while window.context.phones.status.join_info.address == NAME:
        window.step(ms=0)
    assert window.context.stores.settings.load().public == ""


def test_host_can_show_the_local_address_instead(window: WindowRobot) -> None:
    window.context.apply_settings(window.context.settings.with_changes(public=f"https://{NAME}"))
    window.open_party()
    phones = window.context.phones
    window.context.scenes.push(PhoneJoinDialog(window.context, lambda _now: None))
    window.step()
    assert window.row("Phones join at").value == NAME
    window.focus_on("Phones join at")
    window.press_key(pygame.K_RIGHT)
    while phones.status.join_info.address == NAME:
        window.step(ms=0)
    window.step()
    assert phones.status.join_info.address == phones.status.join_info.home
    assert window.row("Phones join at").value == "127.0.0.1"


def test_command_line_address_does_not_change_the_setting(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[PublicAddress | None] = []

    def run(_files: object, public: PublicAddress | None) -> int:
        given.append(public)
        return 0

    monkeypatch.setattr("game.launch.run", run)
    assert main.main(["--public", f"https://{NAME}", "--forwarded", "CF-Connecting-IP"]) == 0
    assert given == [PublicAddress(NAME, ForwardedHeader.CLOUDFLARE)]
    window.context.phones.tunnel = given[0]
    window.open_party()
    assert window.context.phones.status.join_info.address == NAME
    assert window.context.settings.public == ""
