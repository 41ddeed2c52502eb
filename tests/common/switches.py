# SPDX-License-Identifier: MIT
"""Rewrites a C++ source so that changes of it are switched by number, for scripts/mutate: what is switched calls the templates of
tests/unit/support/changes.h. Lines keep their numbers."""

import re
from collections import defaultdict
from dataclasses import dataclass

TOKEN = re.compile(
    r"""(?P<none>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)|(?P<text>R"(?P<d>[^(]*)\(.*?\)(?P=d)"|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
    r"""|(?P<number>\d[\w']*(?:\.\d*)?)|(?P<name>[A-Za-z_]\w*)|(?P<sign><=>|<<=|>>=|->|::|\+\+|--|&&|\|\||[=!<>+*/%&|^-]=|<<|>>|.)""",
    re.DOTALL | re.MULTILINE,
)
RANKS = ("-> ? : = += -= *= /= %= &= |= ^= <<= >>=", "||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<=>", "<< >>", "+ -", "* / %")
RANK = {sign: rank for rank, signs in enumerate(RANKS) for sign in signs.split()}
OPERATORS = {"==": "equal", "!=": "unequal", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal", "+": "plus", "-": "minus"}
ENDS = (*"()[]{};,", "return", "case", "else", "throw")
RETURN_LINE = 1000000  # lines of a changed return have their number above this: where {} is nothing to return, it does not compile
AT_LINE = re.compile(r"mutated\.cpp:(\d+)")
AT_NUMBER = re.compile(r"changes::\w+<(\d+)")


@dataclass
class Token:
    kind: str
    text: str
    begin: int
    end: int
    mate: int = -1  # the other bracket
    around: int = -1  # the bracket around it
    is_binary: bool = False


class Rewriting:
    """A file in which changes are switched by number."""

    def __init__(self, text, changes):
        self.text, self.changes = text, changes
        self.tokens, self.parts, self.signs = [], [], {}
        self.lines = {}  # of the changed expression, the first and the last
        self.impossible = set()  # changes that do not compile
        self.brackets()
        self.at = {token.begin: number for number, token in enumerate(self.tokens)}

    def brackets(self):
        opened = []
        for found in TOKEN.finditer(self.text):
            token = Token(found.lastgroup, found[0], found.start(), found.end())
            if token.kind == "none":
                continue
            around = self.text[max(token.begin - 1, 0)] + self.text[token.end : token.end + 1]
            token.is_binary = token.text in RANK and len(around) == 2 and around.isspace()
            if token.kind == "sign" and token.text in ")]}" and opened:
                token.mate = opened.pop()
                self.tokens[token.mate].mate = len(self.tokens)
            token.around = opened[-1] if opened else -1
            if token.kind == "sign" and token.text in "([{":
                opened.append(len(self.tokens))
            self.tokens.append(token)

    def operand(self, number, step, rank):
        """The last token of the operand before (step -1) or after (1) an operator; other operators end it if their rank is below this."""
        last, number = None, number + step
        while 0 <= number < len(self.tokens):
            token = self.tokens[number]
            if token.kind == "sign" and token.text in ("([{" if step > 0 else ")]}") and token.mate >= 0:
                number = token.mate
            elif token.text in ENDS or (token.is_binary and RANK[token.text] < rank):
                break
            last, number = number, number + step
        return last

    def is_constant(self, number):
        """In something constexpr: what is before it in its statement, and in the statements around that."""
        while number >= 0:
            at = number - 1
            while at > self.tokens[number].around:
                token, after = self.tokens[at], self.tokens[at + 1]
                if token.text == ";" or (token.text == "}" and after.kind != "sign"):
                    break
                if token.text == "constexpr" and (self.tokens[at - 1].text != "if" or at + 1 == number):
                    return True
                at = token.mate - 1 if token.text in tuple(")]}") and token.mate >= 0 else at - 1
            number = self.tokens[number].around
        return False

    def wrap(self, changes, tokens, prefix, inner=0, suffix=")"):
        """Puts text before the first of these tokens, and after the last; of two with the same tokens, the smaller is outside."""
        begin, end = self.tokens[tokens[0]].begin, self.tokens[tokens[1]].end
        self.parts.append((begin, end, inner, prefix, suffix))
        self.lines.update(dict.fromkeys(changes, (self.text.count("\n", 0, begin), self.text.count("\n", 0, end))))

    def switch(self, number, logic):
        """Whether the change can be switched."""
        change = self.changes[number]
        sign = change.found.strip()
        begin = change.at + (change.found[:1] == " ")
        token = self.at.get(begin)
        if token is None or self.is_constant(token):
            return False
        if sign.startswith("return"):
            prefix = f"{{ if (::changes::on<{number}>())\n#line {RETURN_LINE + number}\nreturn {{}};\n#line {change.line + 1}\n"
            self.parts.append((begin, begin + len(sign), 0, prefix, "}"))
        elif sign in ("&&", "||") or sign in OPERATORS:
            rank = RANK["||"] if sign in ("&&", "||") else RANK[sign]
            operands = self.operand(token, -1, rank), self.operand(token, 1, rank + (sign in OPERATORS))
            if None in operands or not self.tokens[token].is_binary:
                return False
            if sign in OPERATORS:
                self.wrap([number], operands, f"::changes::{OPERATORS[sign]}<{number}>(")
                self.signs[begin] = (len(sign), ",")
            else:
                logic[operands][token] = number
        elif sign in ("", "!"):
            first = token + len(sign)
            last = self.operand(first - 1, 1, len(RANKS))
            words, end = self.tokens[first : last + 1], self.tokens[last + 1].text
            if end == "=" or words[0].text in ("const", "auto", "static") or any(a.kind == b.kind == "name" for a, b in zip(words, words[1:])):
                self.impossible.add(number)  # a declaration
                return False
            is_whole = end in (")", ";", "&&", "||", "?")
            self.wrap([number], (token, last), f"::changes::{'negated' if is_whole else 'negated_first'}<{number}>(", 1)
        else:
            self.wrap([number], (token, token), f"::changes::{'inverted' if sign in ('true', 'false') else 'number'}<{number}>(", 2)
        return True

    def switch_logic(self, first, last, changed):
        """All of && and || between two tokens, without parentheses around some: evaluated by a function that knows their ranks."""
        level = self.tokens[first].around
        signs = [at for at in range(first, last) if self.tokens[at].around == level and self.tokens[at].is_binary and self.tokens[at].text in ("&&", "||")]
        operators = ", ".join(f"::changes::Op<'{self.tokens[at].text[0]}', {changed.get(at, -1)}>" for at in signs)
        self.wrap(changed.values(), (first, last), f"::changes::logic<{operators}>(", -2)
        for begin, end in zip([first, *(at + 1 for at in signs)], [*(at - 1 for at in signs), last]):
            self.wrap([], (begin, end), "[&]() -> bool { return static_cast<bool>(", -1, "); }")
        self.signs.update({self.tokens[at].begin: (2, ",") for at in signs})

    def written(self, numbers):
        """The rewritten text, and which of the changes it switches."""
        self.parts, self.signs = [], {}
        self.lines = {number: (change.line, change.line) for number, change in self.changes.items()}
        logic = defaultdict(dict)
        switched = {number for number in sorted(numbers) if self.switch(number, logic)}
        for (first, last), changed in logic.items():
            self.switch_logic(first, last, changed)
        opens, closes = defaultdict(list), defaultdict(list)
        for begin, end, inner, prefix, suffix in self.parts:
            opens[begin].append((-end, inner, prefix))
            closes[end].append((-begin, -inner, suffix))
        text, done = [], 0
        for at in sorted({*opens, *closes, *self.signs}):
            text += [self.text[done:at], *(each[2] for each in sorted(closes[at])), *(each[2] for each in sorted(opens[at]))]
            length, by = self.signs.get(at, (0, ""))
            text.append(by)
            done = at + length
        return "".join([*text, self.text[done:]]), switched

    def blamed(self, said, switched):
        """The changes to which the compiler's errors point."""
        found, blocks = set(), [[]]
        for line in said.split("\n"):
            if " error: " in line or " note: " not in line:
                if any(" error: " in each for each in blocks[-1]):
                    blocks.append([])  # what precedes an error says where it was required
            blocks[-1].append(line)
        for block in blocks:
            numbers = [int(each) for each in AT_NUMBER.findall("\n".join(block)) if int(each) in switched]
            lines = [int(each) - 1 for line in sorted(block, key=lambda line: " error: " not in line) for each in AT_LINE.findall(line)]
            self.impossible |= (returns := {line + 1 - RETURN_LINE for line in lines if line >= RETURN_LINE - 1})
            at = ({number for number in switched if self.lines[number][0] <= line <= self.lines[number][1]} for line in lines)
            found |= returns or set(numbers[:1]) or next(filter(None, at), set())
        return found & switched
