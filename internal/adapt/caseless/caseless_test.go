package caseless

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// plainly searches for a text one position after the other.
func plainly(text string, b []byte) int {
	folded := func(b []byte) []byte {
		all := bytes.Clone(b)
		for i := range all {
			all[i] |= bit
		}
		return all
	}
	return bytes.Index(folded(b), folded([]byte(text)))
}

func TestTextIsFoundWhereItStands(t *testing.T) {
	few := rapid.SampledFrom([]byte("aAbB_@`\\u0\xc3\x00"))
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(few, 0, 200).Draw(t, "bytes")
		text := string(rapid.SliceOfN(few, 1, 6).Draw(t, "text"))
		if got, want := New(text).Index(b), plainly(text, b); got != want {
			t.Fatalf("%q stands at %d of %q, but %d was returned", text, want, b, got)
		}
	})
}

// TestPairIsFoundWhereItStands searches for two bytes, eight bytes at a time and with whatever the processor offers.
func TestPairIsFoundWhereItStands(t *testing.T) {
	few := rapid.SampledFrom([]byte("aAb_@\x7f\xc3\x00"))
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(few, 1, 200).Draw(t, "bytes")
		distance := rapid.IntRange(0, len(b)-1).Draw(t, "distance")
		first, second := few.Draw(t, "first")|bit, few.Draw(t, "second")|bit
		want := -1
		for at := len(b) - distance - 1; at >= 0; at-- {
			if b[at]|bit == first && b[at+distance]|bit == second {
				want = at
			}
		}
		if got := pair(b, distance, first, second); got != want {
			t.Fatalf("the pair stands at %d, but %d was returned", want, got)
		}
		if got := pairFrom(b, 0, distance, first, second); got != want {
			t.Fatalf("eight bytes at a time: the pair stands at %d, but %d was returned", want, got)
		}
	})
}

// TestTextIsFoundAtEachPlace puts a text at each position, in bytes of each length.
func TestTextIsFoundAtEachPlace(t *testing.T) {
	for length := 2; length < 140; length++ {
		for at := 0; at+2 <= length; at++ {
			b := bytes.Repeat([]byte{'.'}, length)
			copy(b[at:], "xY")
			if got := New("Xy").Index(b); got != at {
				t.Fatalf("it stands at %d of %d bytes, but %d was returned", at, length, got)
			}
			if got := pairFrom(b, 0, 1, 'x', 'y'); got != at {
				t.Fatalf("eight bytes at a time: it stands at %d of %d bytes, but %d was returned", at, length, got)
			}
		}
	}
}

// TestNothingIsReadBehindTheBytes puts the end of the text after the bytes that are searched.
func TestNothingIsReadBehindTheBytes(t *testing.T) {
	b := []byte(strings.Repeat(".", 64) + "needle")
	for end := range b {
		if got := New("needle").Index(b[:end]); got != -1 {
			t.Errorf("%d is returned for %q", got, b[:end])
		}
	}
	if New("").Index(b) != -1 {
		t.Error("an empty text is found")
	}
}

func BenchmarkIndex(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	text := make([]byte, 256<<10)
	for i := range text {
		text[i] = frequent[int(random.ExpFloat64()*8)%len(frequent)]
	}
	for _, word := range []string{"needle_rare", `\u00`, "parser"} {
		b.Run(word, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			t := New(word)
			for b.Loop() {
				t.Index(text)
			}
		})
	}
	b.Run("eight bytes at a time", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			pairFrom(text, 0, 1, 'X', 'Y')
		}
	})
}
