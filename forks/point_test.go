package forks_test

import (
	"errors"
	"testing"

	"stead/forks"
)

func TestPointIsReadAsItIsWritten(t *testing.T) {
	for text, want := range map[string]forks.Point{
		"": {}, "turn:3": {Turn: 3}, "-2": {Back: 2}, "0d1f": {Entry: "0d1f"},
	} {
		got, err := forks.ParsePoint(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%q is %+v (%q), %v", text, got, got, err)
		}
	}
	for _, text := range []string{"turn:", "turn:0", "turn:-1", "-0", "--2", "-x", "turn:two"} {
		if p, err := forks.ParsePoint(text); !errors.Is(err, forks.ErrPoint) {
			t.Errorf("%q was taken for %+v, %v", text, p, err)
		}
	}
}
