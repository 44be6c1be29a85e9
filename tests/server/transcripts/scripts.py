"""The scripts that are recorded: a match of each game, a game against a bot, and everything without a table."""

from typing import Any

from tests.analysis.review.games import record
from tests.server.transcripts.recorder import Message, Person, Recording

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "apprentice"}
STEP, START = 7, 3  # decision number k is legal action number STEP * k + START, modulo how many there are
GAMES: dict[str, Message] = {
    "abracada": {"talk": "free", "take_backs": True, "aids": True},
    "spell": {"aids": True, "clock": {"kind": "budget", "seconds": 3600, "increment": 5}},
    "spellbook": {"take_backs": True, "lot": True},
    "spellcaster": {"aids": True, "talk": "free", "clock": {"kind": "move", "seconds": 3600}},
}
ENDED_EARLY = {"spellbook": 40, "spellcaster": 30}  # after so many decisions


class Game:
    """A match of two people, with a spectator."""

    def __init__(self, recording: Recording, name: str, ada: Person, bo: Person, cleo: Person) -> None:
        self.recording = recording
        self.name = name
        self.ada, self.bo, self.cleo = ada, bo, cleo
        self.decisions = 0
        self.path = ""  # of the table, below /api
        self.table = ""
        self.watch = ""

    def remark(self, text: str) -> None:
        self.recording.transcript.comment(text)

    # ------------------------------------------------------------ sitting down
    async def sit_down(self) -> None:
        ada, bo, cleo = self.ada, self.bo, self.cleo
        wish = {"game": self.name, "seats": [ME, OPEN], "name": "Ada", "luck": "a1" * 16, **GAMES[self.name]}
        created = await ada.call("POST", "/api/tables", wish)
        self.table, self.path = created["table"], f"/api/tables/{created['table']}"
        self.watch = created["watch"].partition("?")[2]
        join = created["invite"].partition("?")[2]
        await ada.join(self.table)
        await ada.call("GET", f"{self.path}/qr?origin=http://table.test")
        await bo.call("GET", f"{self.path}?{join}")
        await bo.call("POST", "/api/codes", {"code": ada.now["code"]})
        await bo.call("POST", "/api/codes", {"code": "ZZZZZZ"})
        await bo.call("POST", f"{self.path}/sit", {"invite": "nothing", "name": "Bo"})
        invite = join.partition("=")[2]
        await bo.call("POST", f"{self.path}/sit", {"invite": invite, "name": "Ada", "seat": created["seat"]})
        await cleo.join(self.table)
        await cleo.join(self.table, f"?{self.watch}&changes=1")
        sits = await bo.call("POST", f"{self.path}/sit", {"invite": invite, "name": "Ada"})
        self.recovery, self.seat = sits["recovery"], sits["seat"]
        await bo.join(self.table, "?changes=1")

    # ------------------------------------------------------------ playing
    def mover(self) -> Person | None:
        """Return who decides now."""
        return next((person for person in (self.ada, self.bo) if person.now["legal"]), None)

    def players(self) -> tuple[Person, Person]:
        """Return who decides now, and the other one."""
        mover = self.mover()
        assert mover is not None
        return mover, self.bo if mover is self.ada else self.ada

    async def play(self, most: int = 1_000) -> None:
        """Play so many decisions, or until the match is over."""
        for _ in range(most):
            mover = self.mover()
            if mover is None:
                return
            legal = mover.now["legal"]
            await self.act(mover, legal[(STEP * self.decisions + START) % len(legal)])
            self.decisions += 1

    async def act(self, person: Person, action: Message) -> None:
        await person.say(type="act", n=person.now["n"], action=action)

    async def mistakes(self) -> None:
        self.remark("messages that are refused")
        mover, rival = self.players()
        legal = mover.now["legal"][0]
        await self.act(rival, legal)
        await self.act(self.cleo, legal)
        await self.act(mover, {"do": "fly"})
        await mover.say(type="act", n=mover.now["n"] - 1, action=legal)
        await mover.say("{")
        await mover.say(type="nothing")
        await mover.say(type="act", n="1", action=legal)
        await mover.say("x" * 20_000)

    async def advice(self) -> None:
        self.remark("advice")
        mover, rival = self.players()
        await mover.say(type="aid")
        await rival.say(type="aid")
        await mover.ask("hint", type="hint", n=mover.now["n"])
        await rival.say(type="hint", n=rival.now["n"])
        if self.name != "spellcaster":  # there an outlook takes long
            await mover.ask("outlook", type="outlook", n=mover.now["n"], actions=mover.now["legal"][:1])
        await mover.say(type="outlook", n=mover.now["n"], actions=[])

    async def take_back(self) -> None:
        self.remark("taking back")
        first, _ = self.players()
        await self.play(1)
        await first.say(type="undo", n=first.now["n"])
        await self.play(1)
        for matter, yes in (("undo", False), ("undo", True), ("turn", True)):
            await first.call("POST", f"{self.path}/ask", {"matter": matter})
            rival = self.bo if first is self.ada else self.ada
            await rival.call("POST", f"{self.path}/answer", {"yes": yes})

    async def talk(self) -> None:
        self.remark("talk")
        await self.ada.call("POST", f"{self.path}/say", {"sign": "hello"})
        await self.bo.call("POST", f"{self.path}/say", {"text": "Bonne chance à tous !"})
        await self.bo.call("POST", f"{self.path}/say", {"sign": "nothing"})
        await self.cleo.call("POST", f"{self.path}/say?{self.watch}", {"sign": "wow"})

    async def pause(self) -> None:
        self.remark("a pause")
        mover, rival = self.players()
        await rival.call("POST", f"{self.path}/ask", {"matter": "pause"})
        await mover.call("POST", f"{self.path}/answer", {"yes": False})
        await rival.call("POST", f"{self.path}/ask", {"matter": "pause"})
        await mover.call("POST", f"{self.path}/answer", {"yes": True})
        await self.act(mover, mover.now["legal"][0] if mover.now["legal"] else {})
        await mover.call("POST", f"{self.path}/ask", {"matter": "resume"})

    async def open_hands(self) -> None:
        self.remark("open hands")
        await self.ada.call("POST", f"{self.path}/ask", {"matter": "open"})
        await self.bo.call("POST", f"{self.path}/answer", {"yes": True})
        await self.play(2)
        await self.bo.call("POST", f"{self.path}/ask", {"matter": "close"})

    async def come_and_go(self) -> None:
        self.remark("a seat that leaves, comes back, and is recovered in another browser")
        await self.bo.say(type="sight", visible=False)
        await self.bo.say(type="whole")
        await self.bo.leave()
        await self.bo.call("GET", self.path)
        await self.ada.call("POST", f"{self.path}/ask", {"matter": "out", "about": self.seat})
        await self.bo.call("POST", f"{self.path}/seats/{self.seat}/stand-in", {"level": "adept"})
        phone = await self.recording.person("bo's phone")
        await phone.call("GET", self.path)
        await phone.call("POST", f"{self.path}/recover", {"code": "not-my-code"})
        await phone.call("POST", f"{self.path}/recover", {"code": self.recovery})
        await phone.join(self.table, "?changes=1")
        self.bo = phone

    async def hand_over(self) -> None:
        self.remark("a seat that a bot plays for a while")
        seat = f"{self.path}/seats/{self.seat}/bot"
        await self.ada.call("POST", seat, {})
        await self.cleo.call("POST", f"{seat}?{self.watch}", {"level": "adept"})
        await self.bo.call("POST", seat, {"level": "adept"})
        await self.play(2)
        await self.bo.call("DELETE", seat)

    # ------------------------------------------------------------ the end and afterwards
    async def end(self) -> None:
        self.remark("the end")
        await self.ada.call("GET", f"{self.path}/record")
        await self.ada.call("GET", f"{self.path}/replay")
        await self.play(ENDED_EARLY.get(self.name, 1_000) - self.decisions)
        if self.name == "spellbook":
            await self.ada.call("POST", f"{self.path}/ask", {"matter": "end"})
            await self.bo.call("POST", f"{self.path}/answer", {"yes": True})
        elif self.name == "spellcaster":
            await self.bo.call("POST", f"{self.path}/ask", {"matter": "resign"})
        assert self.ada.now["phase"] == "over"

    async def look_back(self) -> None:
        self.remark("looking back")
        await self.ada.call("GET", f"{self.path}/record")
        for seat in ("", "&seat=0", "&seat=1", "&seat=-1", "&seat=7"):
            await self.bo.call("GET", f"{self.path}/replay?at=2&count=3{seat}")
        await self.cleo.call("GET", f"{self.path}/replay?count=1")
        await self.cleo.call("GET", f"{self.path}/replay?count=1&{self.watch}")
        if self.name != "spell":  # its review takes long
            await self.review(self.ada, self.path, "")
        await self.ada.call("POST", f"{self.path}/try", {"at": 3, "name": "Ada"})

    async def review(self, person: Person, path: str, query: str) -> None:
        page = await person.call("GET", f"{path}/review{query}")
        if "done" not in page:  # it was refused
            return
        page = await person.call("GET", f"{path}/review{query}")
        assert page["done"] and page["decisions"]
        at = page["decisions"][0]["at"]
        await person.call("GET", f"{path}/review/{at}{query}")
        if query and self.name == "abracada":  # elsewhere it takes long
            await person.call("POST", f"/api/slips/{path.rpartition('/')[2]}/{at}{query}", {"acts": []})

    async def open_record(self) -> None:
        """Open a short record and review it."""
        self.remark("a record that was played elsewhere")
        lines = 14 if self.name == "spellbook" else 6  # so that there is a decision to judge
        opened = await self.cleo.call("POST", "/api/records", record(self.name, 2, lines))
        query = "?" + opened["replay"].partition("?")[2]
        await self.cleo.call("GET", f"/api/tables/{opened['table']}{query}")
        await self.review(self.cleo, f"/api/tables/{opened['table']}", query)

    async def rematch(self) -> None:
        self.remark("a rematch")
        rematch = await self.ada.call("POST", f"{self.path}/rematch")
        await self.bo.call("POST", f"{self.path}/rematch")
        await self.cleo.call("POST", f"{self.path}/rematch")
        await self.ada.call("GET", f"/api/tables/{rematch['table']}")


async def match(recording: Recording, name: str) -> None:
    """Two people and a spectator at a match of this game, from sitting down to the rematch."""
    game = Game(recording, name, *[await recording.person(person) for person in ("ada", "bo", "cleo")])
    await game.sit_down()
    await game.play(3)
    for scene in (game.mistakes, game.advice, game.take_back, game.talk, game.pause, game.open_hands):
        await game.play(2)
        await scene()
    await game.come_and_go()
    await game.hand_over()
    await game.end()
    await game.look_back()
    await game.open_record()
    await game.rematch()


async def against_a_bot(recording: Recording) -> None:
    """Somebody alone with a bot."""
    ada = await recording.person("ada")
    created = await ada.call("POST", "/api/tables", {"game": "abracada", "seats": [ME, BOT], "name": "Ada"})
    path = f"/api/tables/{created['table']}"
    await ada.join(created["table"], "?changes=1")
    await ada.say(type="ready")
    for k in range(6):
        await ada.say(type="act", n=ada.now["n"], action=ada.now["legal"][k % len(ada.now["legal"])])
    await ada.say(type="undo", n=ada.now["n"], turn=True)
    await ada.call("POST", f"{path}/retry")
    await ada.call("POST", f"{path}/ask", {"matter": "resign"})


async def waiting(recording: Recording) -> None:
    """A table whose seats are taken, left and given to bots before the game begins."""
    ada, bo = await recording.person("ada"), await recording.person("bo")
    wish = {"game": "abracada", "seats": [ME, OPEN, OPEN, BOT], "name": "Ada", "absence": 300}
    created = await ada.call("POST", "/api/tables", wish)
    path = f"/api/tables/{created['table']}"
    sit = {"invite": created["invite"].partition("=")[2], "name": "Bo"}
    await ada.join(created["table"], "?changes=1")
    await bo.call("POST", f"{path}/sit", sit | {"seat": 2})
    await bo.join(created["table"])
    await bo.call("DELETE", f"{path}/seats/0")
    await bo.call("DELETE", f"{path}/seats/2")
    await bo.call("POST", f"{path}/sit", sit | {"luck": "not a share"})
    await bo.call("POST", f"{path}/sit", sit)
    await ada.call("DELETE", f"{path}/seats/1")
    await ada.call("POST", f"{path}/seats/2/bot", {"level": "adept"})
    await bo.call("POST", f"{path}/seats/1/bot", {"level": "adept"})
    await bo.call("POST", f"{path}/sit", sit)
    await bo.join(created["table"])


NOBODY = "http://127.0.0.1:9/hook"  # an address where nobody answers


async def notices(recording: Recording) -> None:
    """Web hooks of a person and of a table, in both languages."""
    ada = await recording.person("ada")
    await ada.call("GET", "/api/me/notices")
    await ada.call("POST", "/api/me", {"name": "Ada"})
    created = await ada.call("POST", "/api/tables", {"game": "spell", "seats": [ME, OPEN]})
    for path, language in (("/api/me/notices", "fr"), (f"/api/tables/{created['table']}/notices", "en")):
        wish = {"kind": "json", "address": NOBODY, "language": language}
        await ada.call("POST", path, wish | {"address": "nothing"})
        await ada.call("POST", path, wish | {"kind": "push"})
        added = await ada.call("POST", path, wish)
        way = f"{path}/{added['ways'][0]['id']}"
        await ada.call("POST", f"{way}/test")
        await ada.call("GET", path)
        await ada.call("POST", f"{path}/language", {"language": "en"})
        await ada.call("DELETE", way)
        await ada.call("DELETE", way)


# ---------------------------------------------------------------- without a table
PAGES = ["/", "/new/spell", "/t/nothing", "/rules/spell", "/me", "/nothing", "/sw.js", "/manifest.webmanifest"]


async def pages(recording: Recording) -> None:
    """Everything that needs no table."""
    ada = await recording.person("ada")
    await ada.call("GET", "/api/health")
    await ada.call("HEAD", "/api/health?part=all")
    await ada.call("GET", "/api/health?part=nothing")
    shelf = await ada.call("GET", "/api/shelf")
    await ada.call("GET", "/api/shelf", **{"if-none-match": ada.etag})
    await ada.call("GET", "/api/nothing")
    await ada.call("GET", "/api/tables/nothing")
    await ada.call("POST", "/api/tables", "{")
    await ada.call("POST", "/api/tables", {"game": "chess", "seats": [ME]})
    await ada.call("POST", "/api/tables", {"game": "spell", "seats": [ME, ME]})
    await ada.call("POST", "/api/tables", {"game": "spell"}, origin="http://elsewhere.test")
    await ada.call("GET", "/api/me?token=x")
    await me(ada, await recording.person("phone"))
    for game in shelf:
        await ada.call("GET", f"/api/rules/{game['name']}")
        await lesson(ada, game["name"], game["lessons"][0]["id"])
        await puzzle(ada, game["name"])
    await ada.call("GET", "/api/daily")
    await ada.call("GET", "/api/daily")
    for path in (*PAGES, "/schema", "/schema/openapi.json", "/metrics"):
        await ada.call("GET", path, opaque=True, accept="text/html")
    created = await ada.call("POST", "/api/daily/table", {"name": "Ada"})
    await ada.call("GET", f"/api/tables/{created['table']}")


async def me(ada: Person, phone: Person) -> None:
    """A person, their marks, games and devices."""
    await ada.call("GET", "/api/me")
    await ada.call("GET", "/api/me/games")
    await ada.call("POST", "/api/me", {"name": "Ada"})
    await ada.call("POST", "/api/me", {"name": "Ada L."})
    await ada.call("POST", "/api/me/marks", {"marks": {"lesson/abracada/blind": 1}})
    await ada.call("GET", "/api/me/marks")
    created = await ada.call("POST", "/api/tables", {"game": "spell", "seats": [ME, OPEN], "name": "Ada"})
    await ada.call("GET", "/api/me/games")
    code = await ada.call("POST", "/api/me/code")
    await phone.call("POST", "/api/me/device/look", {"code": code["code"]})
    await phone.call("POST", "/api/me/device", {"code": "wrong"})
    await phone.call("POST", "/api/me/device", {"code": code["code"]})
    await phone.call("GET", f"/api/tables/{created['table']}")
    await phone.call("GET", "/api/me/devices")
    await ada.call("DELETE", "/api/me/devices")
    await phone.call("GET", "/api/me")
    code = await ada.call("POST", "/api/me/code")
    await phone.call("POST", "/api/me/device", {"code": code["code"]})
    devices = await ada.call("GET", "/api/me/devices")
    await ada.call("DELETE", f"/api/me/devices/{devices['devices'][1]['id']}")
    await ada.call("DELETE", "/api/me/devices/nothing")
    await phone.call("DELETE", "/api/me/device")
    await ada.call("DELETE", f"/api/me/games/{created['table']}")
    await ada.call("DELETE", "/api/me")


async def lesson(person: Person, game: str, name: str) -> None:
    path = f"/api/lessons/{game}/{name}"
    page = await person.call("POST", path, {"acts": []})
    for action in page["snapshots"][-1]["legal"][:3]:
        await person.call("POST", path, {"acts": [action]})


async def puzzle(person: Person, game: str) -> None:
    listing = await person.call("GET", f"/api/puzzles/{game}")
    path = f"/api/puzzles/{game}/{listing['puzzles'][0]['id']}"
    page: dict[str, Any] = await person.call("POST", path, {"acts": []})
    await person.call("POST", path, {"acts": page["snapshots"][-1]["legal"][:1]})
    await person.call("POST", path, {"acts": [], "reveal": True})
