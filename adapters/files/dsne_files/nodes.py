"""The owner's and a member's part of a run. Each makes the steps that the available messages allow, and returns which are missing."""

import secrets

from .exchange import check_sites
from .messages import BEGIN, FAILED, OWNER, RESULT, STEP, ExchangeError, Message
from .stepping import NodeError, first_input, one_line
from .stepping.json_text import parse_object, to_text

STOPPED = "the owner stopped the run"


class RunFailed(Exception):
    """Reports that the run ended at all nodes without a result."""


class Owner:
    """The coordinator: answers a round once all sites' messages have arrived."""

    def __init__(self, node, exchange, tell):
        self._node = node
        self._exchange = exchange
        self._tell = tell

    def begin(self, sites, parameters):
        """Writes the invitation, or checks that the run continues as it began; `sites` and `parameters` may then be None."""
        self._node.begin()
        exchange = self._exchange
        if exchange.round < 0 and not sites:
            raise ExchangeError("--sites is missing: this run has not begun")
        if not exchange.has_begun:
            if exchange.take(0, OWNER):
                raise ExchangeError(f"{exchange.name(0, OWNER)} is there, and was not written here: take another name for the run")
            exchange.begin(secrets.token_hex(16), check_sites(sites))
        exchange.check_taken()
        if exchange.round < 0:
            self._put(0, BEGIN, _invitation(sites, parameters or {}))
        self._check_unchanged(sites, parameters)

    def give_up(self, sites):
        """Goes on without those of these sites whose message of the next round is not there."""
        exchange = self._exchange
        number = exchange.round + 1
        for site in sites:
            if site not in exchange.sites:
                raise ExchangeError(f"--without: this run has no site {site}")
            if exchange.take(number, site):
                self._tell(f"{site} has answered, and stays in the run")
            elif site not in exchange.lost:
                exchange.lose([site])
                self._tell(f"goes on without {site}")

    def advance(self):
        """Makes all possible steps. Returns the names of missing files; none once the run has ended."""
        while True:
            exchange = self._exchange
            number = exchange.round + 1
            heard = [site for site in exchange.sites if site not in exchange.lost]
            messages = {site: exchange.take(number, site) for site in heard}
            missing = [exchange.missing(number, site) for site, message in messages.items() if message is None]
            if missing:
                return missing
            try:
                reply = self._step(number, messages)
            except NodeError as error:
                self._check_lost(number, one_line(error))
                self.stop(one_line(error))
            self._put(number, RESULT if reply.ended else STEP, reply.text, reply.parcel)
            if reply.ended:
                self._node.end(result=reply.text)
                return []

    def stop(self, line=STOPPED):
        """Ends the run for all nodes, and raises RunFailed."""
        self._put(self._exchange.round + 1, FAILED, to_text({"error": line}))
        self._node.end(error=line)
        raise RunFailed(line)

    def _step(self, number, messages):
        outputs = dict.fromkeys(self._exchange.lost)
        for site, message in messages.items():
            if message.kind != STEP:
                raise NodeError(f"site {site} sent no step")
            try:
                self._node.receive(message.parcel, below=site)
            except NodeError as error:
                raise NodeError(f"from site {site}: {error}") from None
            outputs[site] = parse_object(message.text, f"the message of site {site}")
        return self._node.step(number, to_text(outputs), may_end=True)

    def _check_lost(self, number, line):
        """A run that cannot go on without a site may still wait for it."""
        lost = [site for site, since in self._exchange.lost.items() if since == number]
        if lost:
            self._exchange.hope_again()
            raise ExchangeError(f"the run cannot go on without {', '.join(lost)} ({line}): wait for an answer, or end the run with --stop")

    def _put(self, number, kind, text, parcel=b""):
        self._exchange.put(Message(self._node.run, self._exchange.run_id, number, OWNER, kind, text, parcel))
        self._tell(f"wrote {self._exchange.name(number, OWNER)}")

    def _check_unchanged(self, sites, parameters):
        """Checks that a later call gives the same values as the first."""
        invitation = self._exchange.take(0, OWNER)
        begun = parse_object(invitation.text, "the invitation") if invitation else None
        changed = sites is not None and check_sites(sites) != self._exchange.sites
        if changed or (begun and parameters is not None and begun["parameters"] != parameters):
            raise ExchangeError("this run has begun with other sites or parameters: take another name for the run")


class Member:
    """A site: answers each message of the owner's."""

    def __init__(self, node, exchange, inputs, tell):
        self._node = node
        self._exchange = exchange
        self._inputs = inputs
        self._tell = tell

    def begin(self):
        """Makes the site's folders."""
        self._node.begin(self._inputs)
        self._exchange.check_taken()

    def advance(self):
        """Makes all possible steps. Returns the names of missing files; none once the run has ended."""
        if not self._exchange.has_begun and not self._join():
            return [self._exchange.missing(0, OWNER)]
        while True:
            number = max(self._exchange.round, 0) + 1
            for place in (number - 1, number):
                self._end_if_failed(place)
            asked = self._exchange.take(number - 1, OWNER)
            if asked is None:
                return [self._exchange.missing(number - 1, OWNER)]
            if asked.kind == RESULT:
                self._node.end(parcel=asked.parcel, result=asked.text)
                return []
            self._answer(number, asked)

    def _join(self):
        """Reads the invitation. Returns whether it exists."""
        invitation = self._exchange.take(0, OWNER)
        if invitation is None:
            return False
        sites, parameters = _invited(invitation)
        if self._node.name not in sites:
            raise ExchangeError(f"this run has no site {self._node.name}; its sites are {', '.join(sites)}")
        self._exchange.begin(invitation.run_id, sites)
        self._tell(f"sites of the run: {', '.join(sites)}; parameters: {to_text(parameters)}")
        return True

    def _answer(self, number, asked):
        first = number == 1
        if asked.kind != (BEGIN if first else STEP):
            raise ExchangeError(f"{self._exchange.name(asked.round, OWNER)} is no step")
        text = to_text(_invited(asked)[1]) if first else asked.text
        make_input = (lambda given: first_input(given, self._inputs, self._node.base)) if first else None
        reply = self._node.step(number, text, asked.parcel, make_input=make_input)
        self._exchange.put(Message(self._node.run, self._exchange.run_id, number, self._node.name, STEP, reply.text, reply.parcel))
        self._tell(f"wrote {self._exchange.name(number, self._node.name)}")

    def _end_if_failed(self, number):
        """Ends the run if the owner reports a failure: nothing more leaves the site then."""
        message = self._exchange.take(number, OWNER)
        if message is not None and message.kind == FAILED:
            said = parse_object(message.text, "the owner's message").get("error")
            line = one_line(said if isinstance(said, str) else "")
            self._node.end(error=line)
            raise RunFailed(line)


def _invitation(sites, parameters):
    return to_text({"sites": check_sites(sites), "parameters": parameters}, "the run's parameters")


def _invited(message):
    """Returns the sites and parameters of an invitation."""
    said = parse_object(message.text, "the invitation")
    sites, parameters = said.get("sites"), said.get("parameters")
    if message.kind != BEGIN or not isinstance(sites, list) or not isinstance(parameters, dict):
        raise ExchangeError("the owner's first message is no invitation to a run")
    return check_sites(sites), parameters
