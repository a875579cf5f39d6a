"""A strict judge of JSON against declared Python types.

The vendors' packages take what they do not know and convert what does not fit. Here an unknown key, a missing
one and a value of another JSON type are faults, for a `TypedDict` of a request and for a model of an answer.
"""

import collections.abc
import types
import typing
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from functools import cache, reduce
from itertools import chain
from operator import or_
from typing import Any, NamedTuple

import typing_extensions
from pydantic import BaseModel

MARKS = (typing.Required, typing.NotRequired, typing_extensions.Required, typing_extensions.NotRequired)
REQUIRED = (typing.Required, typing_extensions.Required)
LISTS = (list, tuple, set, collections.abc.Iterable, collections.abc.Sequence, collections.abc.Collection)
MAPS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
PLAIN = {str: "a string", int: "an integer", bool: "a flag"}
TAGS = ("type", "role", "object")


class Fault(NamedTuple):
    """What is wrong, and where. `depth` tells which member of a union came nearest."""

    path: str
    text: str
    depth: int
    is_tag: bool = False

    def __str__(self) -> str:
        return f"{self.path or 'body'}: {self.text}"


class Field(NamedTuple):
    """A member of an object."""

    type: Any
    required: bool


@dataclass(frozen=True)
class Differences:
    """Where a vendor departs from a published type."""

    fields: dict[Any, dict[str, Field]] = field(default_factory=dict)
    """Members that are added to a type, or that are declared otherwise."""
    instead: dict[Any, Any] = field(default_factory=dict)
    """Types that stand for others on the wire."""


def faults(declared: Any, value: Any, differences: Differences, path: str = "") -> list[Fault]:
    """Everything in `value` that `declared` does not allow."""
    return Judge(differences).judge(declared, value, path, 0)


@cache
def members(declared: Any) -> dict[str, Field]:
    """The members of an object type under their names on the wire."""
    if issubclass(declared, BaseModel):
        declared.model_rebuild()
        return {
            info.alias or name: Field(info.annotation, info.is_required())
            for name, info in declared.model_fields.items()
        }
    found = {}
    for name, hint in typing_extensions.get_type_hints(declared, include_extras=True).items():
        required = name in declared.__required_keys__
        alias = name
        # The names of what is required are only right after the hints are resolved.
        while (origin := typing.get_origin(hint)) in MARKS or origin is typing.Annotated:
            if origin is typing.Annotated:
                alias = next((each.alias for each in hint.__metadata__ if getattr(each, "alias", None)), alias)
            else:
                required = origin in REQUIRED
            hint = typing.get_args(hint)[0]
        found[alias] = Field(hint, required)
    return found


def resolved(union: Any, module: types.ModuleType) -> Any:
    """A union whose members are written as names."""
    return reduce(or_, [getattr(module, each.__forward_arg__) for each in typing.get_args(union)])


def is_object(declared: Any) -> bool:
    """Whether a type declares the members of an object."""
    return isinstance(declared, type) and (issubclass(declared, BaseModel) or typing_extensions.is_typeddict(declared))


def plain(declared: Any) -> Any:
    """A type without names and notes around it."""
    while True:
        if typing.get_origin(declared) in (typing.Annotated, *MARKS):
            declared = typing.get_args(declared)[0]
        elif hasattr(declared, "__value__"):
            declared = declared.__value__
        elif hasattr(declared, "__supertype__"):
            declared = declared.__supertype__
        else:
            return declared


class Judge:
    """Walks a value along its declared type."""

    def __init__(self, differences: Differences) -> None:
        self.differences = differences

    def judge(self, declared: Any, value: Any, path: str, depth: int) -> list[Fault]:
        """The faults of one value."""
        declared = plain(declared)
        declared = self.differences.instead.get(declared, declared) if is_object(declared) else declared
        origin, inner = typing.get_origin(declared), typing.get_args(declared)

        def wrong(text: str) -> list[Fault]:
            return [Fault(path, f"{text}, not {show(value)}", depth)]

        if declared in (Any, object) or isinstance(declared, typing.TypeVar):
            return []
        if origin in (typing.Union, types.UnionType):
            return self.union(inner, value, path, depth)
        if origin is typing.Literal:
            fits = any(type(each) is type(value) and each == value for each in inner)
            return [] if fits else wrong(" or ".join(map(repr, inner[:8])))
        if declared in (None, type(None)):
            return [] if value is None else wrong("null")
        if origin in MAPS or declared in MAPS:
            return self.map(inner, value, path, depth) if isinstance(value, dict) else wrong("an object")
        if origin in LISTS or declared in LISTS or getattr(origin, "__name__", "") == "SequenceNotStr":
            return self.list(inner, value, path, depth) if isinstance(value, list) else wrong("a list")
        if is_object(declared):
            return self.object(declared, value, path, depth) if isinstance(value, dict) else wrong("an object")
        if isinstance(declared, type) and issubclass(declared, Enum):
            names = [each.value for each in declared]
            return [] if value in names else wrong(" or ".join(map(repr, names[:8])))
        if declared is float:
            return [] if type(value) in (int, float) else wrong("a number")
        if declared in (bytes, datetime):
            return [] if type(value) is str else wrong("a string")
        if declared in PLAIN:
            return [] if type(value) is declared else wrong(PLAIN[declared])
        return wrong(f"{declared} has no JSON form")

    def union(self, inner: tuple[Any, ...], value: Any, path: str, depth: int) -> list[Fault]:
        """No fault if one member fits, otherwise those of the member that came nearest."""
        nearest: list[Fault] | None = None
        tags: list[str] = []
        for each in inner:
            found = self.judge(each, value, path, depth)
            if not found:
                return []
            if found[0].is_tag:
                tags.append(str(found[0]))
            elif nearest is None or rank(found) > rank(nearest):
                nearest = found
        if tags and (nearest is None or nearest[0].depth == depth):
            return [Fault(path, f"no member of the union fits: {'; '.join(tags[:6])}", depth + 1)]
        return nearest or []

    def object(self, declared: Any, value: dict, path: str, depth: int) -> list[Fault]:
        """Unknown, missing and wrong members. One whose tag is another's is not looked at further."""
        known = members(declared) | self.differences.fields.get(declared, {})
        for tag in TAGS:
            if tag in known and typing.get_origin(plain(known[tag].type)) is typing.Literal:
                if tag not in value and not known[tag].required:
                    continue
                if self.judge(known[tag].type, value.get(tag), "", 0):
                    text = f"{tag} is {show(value.get(tag))}, not {', '.join(typing.get_args(plain(known[tag].type)))}"
                    return [Fault(path, text, depth, is_tag=True)]
        found = [Fault(join(path, name), "unknown", depth + 1) for name in value if name not in known]
        for name, (inner, required) in known.items():
            if name in value:
                found += self.judge(inner, value[name], join(path, name), depth + 1)
            elif required:
                found.append(Fault(join(path, name), "missing", depth + 1))
        return found

    def map(self, inner: tuple[Any, ...], value: dict, path: str, depth: int) -> list[Fault]:
        """The values of an object with free names."""
        if len(inner) < 2:
            return []
        each_faults = (self.judge(inner[1], each, join(path, name), depth + 1) for name, each in value.items())
        return list(chain.from_iterable(each_faults))

    def list(self, inner: tuple[Any, ...], value: list, path: str, depth: int) -> list[Fault]:
        """The entries of a list."""
        if not inner:
            return []
        each_faults = (self.judge(inner[0], each, join(path, at), depth + 1) for at, each in enumerate(value))
        return list(chain.from_iterable(each_faults))


def rank(found: list[Fault]) -> tuple[int, int]:
    """How near a member of a union came: deep faults first, then few."""
    return min(fault.depth for fault in found), -len(found)


def join(path: str, step: Any) -> str:
    """A path one step longer."""
    return f"{path}.{step}" if path else str(step)


def show(value: Any) -> str:
    """A value short enough for a line."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
