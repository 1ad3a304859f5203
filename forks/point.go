package forks

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrPoint marks a point that is invalid, or that the session does not have.
var ErrPoint = errors.New("no such point")

// Point says where to cut a session. The zero value is its end.
type Point struct {
	// Entry is the id of the last entry to keep, or the beginning of it.
	Entry string
	// Turn is the last turn to keep, counted from 1.
	Turn int
	// Back is the number of turns to remove from the end.
	Back int
}

// turnPrefix begins a point that counts turns.
const turnPrefix = "turn:"

// ParsePoint parses a point from the command line: the id of an entry, turn:N, or -N for N turns before the end. Empty
// means the end. Errors wrap ErrPoint.
func ParsePoint(text string) (Point, error) {
	number, counts := strings.CutPrefix(text, turnPrefix)
	back, fromEnd := strings.CutPrefix(text, "-")
	switch {
	case counts:
		n, err := positive(number)
		return Point{Turn: n}, err
	case fromEnd:
		n, err := positive(back)
		return Point{Back: n}, err
	}
	return Point{Entry: text}, nil
}

func positive(digits string) (int, error) {
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%w: %q is not a number of turns: use turn:N, -N, or the id of an entry", ErrPoint, digits)
	}
	return n, nil
}

// IsEnd reports whether the point is the end of the session.
func (p Point) IsEnd() bool { return p == Point{} }

// String returns the point in the form that [ParsePoint] accepts.
func (p Point) String() string {
	switch {
	case p.Turn > 0:
		return turnPrefix + strconv.Itoa(p.Turn)
	case p.Back > 0:
		return "-" + strconv.Itoa(p.Back)
	}
	return p.Entry
}
