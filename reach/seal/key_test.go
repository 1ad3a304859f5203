package seal_test

import (
	"bytes"
	"errors"
	"testing"

	"stead/reach/seal"
)

func TestAContentOfTheLargestSizeAndAnEmptyOneOpen(t *testing.T) {
	for _, content := range [][]byte{{}, make([]byte, seal.Largest)} {
		key, at := seal.NewKey(), seal.Place{Run: "r.1"}
		sealed, err := seal.Seal(key, at, content)
		if err != nil || len(sealed) != len(content)+seal.Overhead {
			t.Fatalf("%d bytes are sealed in %d: %v", len(content), len(sealed), err)
		}
		if got, err := seal.Open(key, at, sealed); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes do not open: %v", len(content), err)
		}
	}
}

func TestWhatIsTooShortForASealDoesNotOpen(t *testing.T) {
	for size := range seal.Overhead {
		if _, err := seal.Open(seal.NewKey(), seal.Place{}, make([]byte, size)); !errors.Is(err, seal.ErrOpen) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// Who sees two seals must not learn that they hold the same.
func TestTheSameContentIsNeverSealedAlike(t *testing.T) {
	key, seen := seal.NewKey(), map[string]bool{}
	for range 100 {
		sealed, err := seal.Seal(key, seal.Place{}, []byte("yes"))
		if err != nil || seen[string(sealed[:seal.Overhead-16])] {
			t.Fatalf("a nonce is used twice: %v", err)
		}
		seen[string(sealed[:seal.Overhead-16])] = true
	}
}

func TestNoTwoKeysAreTheSame(t *testing.T) {
	if first := seal.NewKey(); first == seal.NewKey() || first == (seal.Key{}) {
		t.Error("a key can be foretold")
	}
}

// The hub may put what it has in another place, so each part of the place counts, and where one ends.
func TestEveryPartOfThePlaceCounts(t *testing.T) {
	key, at := seal.NewKey(), seal.Place{Run: "r.12", Epoch: 1, Offset: 2, Kind: "3k"}
	sealed, err := seal.Seal(key, at, []byte("content"))
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []seal.Place{
		{Run: "r.13", Epoch: 1, Offset: 2, Kind: "3k"}, {Run: "r.12", Epoch: 2, Offset: 2, Kind: "3k"},
		{Run: "r.12", Epoch: 1, Offset: 3, Kind: "3k"},
		{Run: "r.12", Epoch: 1, Offset: 2, Kind: "4k"}, {Run: "r.12", Epoch: 2, Offset: 1, Kind: "3k"},
		{Run: "r.123", Epoch: 1, Offset: 2, Kind: "k"}, {Run: "r.1", Epoch: 1, Offset: 2, Kind: "23k"},
	} {
		if _, err := seal.Open(key, other, sealed); !errors.Is(err, seal.ErrOpen) {
			t.Errorf("it opens at %v: %v", other, err)
		}
	}
}
