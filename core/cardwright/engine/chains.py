"""The chain, last in, first out; and how a used card or an effect is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardwright.engine.objections import enters
from cardwright.engine.programs import CARRY
from cardwright.engine.proposals import commit
from cardwright.engine.verdicts import forbidden
from cardwright.ids import ref_uid
from cardwright.state import aspects
from cardwright.state.frames import ChainLink, Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.state.card_state import CardState


def run_chain(c: Context, frame: Frame) -> None:
    """Carry out the last link, until none is left; nothing can be used in between."""
    if not c.state.chain:
        c.pop(frame)
        return
    frame.position = 0
    link = c.state.chain.pop()
    c.edit.touch(aspects.CHAIN)
    c.push(carry_frame(link))


def carry_frame(link: ChainLink) -> Frame:
    """The frame that carries out a used card or an effect."""
    return Frame(CARRY, controller=link.controller, source=link.source, user=link.user, link=link, event=link.event)


def carry_enter(c: Context, frame: Frame) -> None:
    """A used card that stays in play enters; one that cannot is spent."""
    link = frame.link
    assert link is not None  # noqa: S101 - such a frame has one
    frame.fields["entered"] = False
    card = next(iter(c.live((link.source,))), None)
    frame.fields["ability"] = 0
    if link.cancelled:
        frame.position = _SPENT
        return
    if not link.is_card or card is None:
        return
    kind = c.tables.types[card.number]
    if kind.enters and c.tables.in_play[card.zone]:
        frame.fields["entered"] = True
        return
    if not kind.enters or link.ability >= 0 or not enters(c, card):
        return
    if forbidden(c, "may.enter", card, link.controller, link.controller) is not None:
        frame.position = _SPENT
        return
    frame.fields["entered"] = True
    frame.position = _END
    key = c.keys[c.tables.zone[kind.enters]][link.controller]
    frame.cause = "use"
    c.step = None
    commit(c, frame, [c.event(frame, "moved", "move", card, seat=link.controller, to=key, position=-1)])


def _abilities(c: Context, link: ChainLink) -> list[int]:
    """The abilities carried out: the one used, or all of its heading if a card is played."""
    if link.ability < 0:
        return []
    if not link.is_card:
        return [link.ability]
    heading = c.tables.abilities[link.ability].heading
    card = c.cards[ref_uid(link.source)]
    mine = c.tables.abilities_of(card.number)
    return [number for number, each in mine if each.opener == "play" and each.heading == heading]


def carry_effect(c: Context, frame: Frame) -> None:
    """The next ability's program, if its condition holds and a target is left."""
    link = frame.link
    assert link is not None  # noqa: S101 - such a frame has one
    if link.ability < 0 and link.number < 0 and not link.is_card:
        _carry_delayed(c, frame, link)
        return
    abilities = _abilities(c, link)
    place = frame.fields["ability"]
    if place >= len(abilities):
        return
    frame.fields["ability"] = place + 1
    frame.position -= 1
    ability = abilities[place]
    if frame.fields.get("used") != ability and c.tables.effects_listened_to:
        frame.fields["used"] = ability
        frame.fields["ability"] = place
        card = c.known_card(link.source)
        heading = c.tables.heading(ability, link.event)
        frame.cause, c.step = "effect", None
        commit(c, frame, [c.event(frame, "effect_used", "", card, seat=link.controller, word=heading)])
        frame.fields["asked"] = True
        return
    if frame.fields.pop("asked", False) and not frame.partly:
        return
    _carry(c, link, ability)


def _carry(c: Context, link: ChainLink, ability: int) -> None:
    definition = c.tables.abilities[ability]
    program = definition.program
    if program < 0 or not _condition(c, link, ability):
        return
    made = c.tables.frame_of(
        program,
        link.controller,
        link.slots,
        source=link.source,
        user=link.user,
        side=link.side,
        cause="effect",
        ability=ability,
        event=link.event,
        stamp=c.state.logged,
    )
    if definition.targets and not _targets(c, made, ability):
        return
    c.push(made)


def _condition(c: Context, link: ChainLink, ability: int) -> bool:
    """Whether the ability's condition holds now, of its card as it is or last was."""
    condition = c.tables.ability_condition(ability)
    if condition is None:
        return True
    card = c.known_card(link.source)
    return card is not None and bool(condition(c, link.controller, card, card))


def _targets(c: Context, made: Frame, ability: int) -> bool:
    """Keep the targets that still qualify; whether any is left."""
    left = False
    slots = made.slots
    for target, choice in zip(c.tables.abilities[ability].targets, c.tables.targets(ability), strict=True):
        found = c.refs(choice.candidates(c, made)) if not choice.seats else tuple(choice.candidates(c, made))
        slots[target.slot] = tuple(ref for ref in slots[target.slot] or () if ref in found)
        left = left or bool(slots[target.slot])
    return left


def _carry_delayed(c: Context, frame: Frame, link: ChainLink) -> None:
    if frame.fields["ability"]:
        return
    frame.fields["ability"] = 1
    frame.position -= 1
    c.push(
        c.tables.frame_of(
            -link.number - 1,
            link.controller,
            link.slots,
            source=link.source,
            side=link.side,
            cause="effect",
            event=link.event,
        )
    )


def carry_spent(c: Context, frame: Frame) -> None:
    """A used card that did not stay goes where used cards go."""
    link = frame.link
    assert link is not None  # noqa: S101 - such a frame has one
    card = next(iter(c.live((link.source,))), None)
    if not link.is_card or card is None or frame.fields["entered"]:
        return
    kind = c.tables.types[card.number]
    if kind.spent and (not c.tables.in_play[card.zone] or card.zone == _used_in(c, card)):
        frame.cause, c.step = "rule", None
        key = c.keys[c.tables.zone[kind.spent]][card.owner]
        commit(c, frame, [c.event(frame, "moved", "move", card, seat=card.owner, to=key)])


def _used_in(c: Context, card: CardState) -> int:
    """The zone a card of that type lies in while it is used; -1 if it stays where it is."""
    action = c.tables.rulebook.actions.get(c.tables.types[card.number].play)
    return c.tables.zone[action.to.zone] if action is not None and action.to is not None else -1


def carry_end(c: Context, frame: Frame) -> None:
    """The effect is over."""
    from cardwright.engine import checks

    c.pop(frame)
    checks.run(c, "each_action")


CARRY_STEPS: Final = (carry_enter, carry_effect, carry_spent, carry_end)
"""The program that carries out a link."""
_SPENT: Final = 2
_END: Final = 3
