package forks

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrPoint marks a point that was not understood, or that the session does not have.
var ErrPoint = errors.New("no such point")

// Point says where a session is cut. The zero value is its end.
type Point struct {
	// Entry is the id of the last entry that stays, or the beginning of it.
	Entry string
	// Turn is the last turn that stays, counted from 1.
	Turn int
	// Back is how many turns go, counted from the end.
	Back int
}

// turnPrefix begins a point that counts turns.
const turnPrefix = "turn:"

// ParsePoint reads a point as it is written on the command line: the id of an entry, turn:N, or -N for N turns before
// the end. Empty is the end. Errors wrap ErrPoint.
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

// IsEnd reports whether nothing is cut.
func (p Point) IsEnd() bool { return p == Point{} }

// String returns the point as [ParsePoint] reads it.
func (p Point) String() string {
	switch {
	case p.Turn > 0:
		return turnPrefix + strconv.Itoa(p.Turn)
	case p.Back > 0:
		return "-" + strconv.Itoa(p.Back)
	}
	return p.Entry
}
