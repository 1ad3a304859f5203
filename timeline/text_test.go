package timeline

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestAppendStringIsReadBackByTheStandardLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		encoded := AppendString([]byte("kept"), s)[len("kept"):]
		var got string
		if err := json.Unmarshal(encoded, &got); err != nil {
			t.Fatalf("%q: %v", encoded, err)
		}
		// The standard encoder replaces each invalid byte by U+FFFD, too.
		standard, _ := json.Marshal(s)
		var want string
		json.Unmarshal(standard, &want)
		if got != want {
			t.Fatalf("%q became %q, want %q", s, got, want)
		}
	})
}

func TestAppendStringEscapesOnlyWhatJSONDemands(t *testing.T) {
	const s = "a/b <c> & é \u2028 \U0001F600 \x7f"
	if got := string(AppendString(nil, s)); got != `"`+s+`"` {
		t.Errorf("got %s", got)
	}
	if got := string(AppendString(nil, "\"\\\n\r\t\x00\x1f\xff")); got != `"\"\\\n\r\t\u0000\u001f`+"\uFFFD"+`"` {
		t.Errorf("got %s", got)
	}
}

// escaped draws a JSON string in any of the forms that JSON has for the same characters.
func escaped(t *rapid.T) (Text, string) {
	units := rapid.SliceOf(rapid.SampledFrom([]string{
		"a", "é", "€", "😀", " ", `\n`, `\\`, `\"`, `\/`, `\u0041`, `\u00e9`, `\u20AC`, `\ud83d\ude00`, `\uD83D\uDE00`,
		`\\u0041`, `\\\\`,
	})).Draw(t, "units")
	raw := `"` + strings.Join(units, "") + `"`
	var decoded string
	if err := json.Unmarshal([]byte(raw), &decoded); err != nil {
		t.Fatal(err)
	}
	return RawText([]byte(raw)), decoded
}

func TestTextLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, want := escaped(t)
		other, wantOther := escaped(t)
		n := rapid.IntRange(0, 40).Draw(t, "n")
		if text.String() != want {
			t.Fatalf("%s decodes to %q, want %q", text.JSON(), text.String(), want)
		}
		if text.Len() < len(want) && text.Len() < len(text.Inner()) {
			t.Fatalf("length %d is no upper bound of %d", text.Len(), len(want))
		}
		if text.Equal(other) != (want == wantOther) || !text.Equal(NewText(want)) {
			t.Fatalf("%s equals %s: %v", text.JSON(), other.JSON(), text.Equal(other))
		}
		head := text.Head(n)
		if !strings.HasPrefix(want, head) || len(head) < min(n, len(want)) || !utf8.ValidString(head) {
			t.Fatalf("head %d of %s is %q", n, text.JSON(), head)
		}
		if text.HasPrefix(wantOther) != strings.HasPrefix(want, wantOther) {
			t.Fatalf("%s has prefix %q: %v", text.JSON(), wantOther, text.HasPrefix(wantOther))
		}
		if text.IsBlank() != (strings.TrimSpace(want) == "") || text.IsEmpty() != (want == "") {
			t.Fatalf("%s is blank %v, empty %v", text.JSON(), text.IsBlank(), text.IsEmpty())
		}
		if got := Concat(text, other).String(); got != want+wantOther {
			t.Fatalf("concatenated %q, want %q", got, want+wantOther)
		}
	})
}

func TestHeadIsNotEmptyBeforeALongRunOfBackslashes(t *testing.T) {
	text := NewText(strings.Repeat(`\`, 1000))
	if got := text.Head(5); got != `\\\\\` {
		t.Errorf("got %q", got)
	}
}

func TestHasPrefixTellsABackslashFromAnEscape(t *testing.T) {
	if RawText([]byte(`"\nnext line"`)).HasPrefix(`\n`) {
		t.Error("a line feed was taken for a backslash and an n")
	}
}

func TestHeadOfCutEscapeEnds(t *testing.T) {
	for _, raw := range []string{`"\u00`, `"abc\"`, `"\`, `"`, `"\ud83d\ude`} {
		RawText([]byte(raw + `"`)).Head(10) // what is no JSON must not be read beyond its end
	}
}

func TestJoinLeavesOutEmptyTexts(t *testing.T) {
	got := Join([]Text{{}, NewText("a"), {}, NewText("b"), NewText("")}, "\n")
	if got.String() != "a\nb" {
		t.Errorf("got %q", got)
	}
	if !Join(nil, ", ").IsEmpty() {
		t.Error("joined nothing to something")
	}
}

func TestSlice(t *testing.T) {
	text := RawText([]byte(`"one\ntwo"`))
	for _, c := range []struct {
		from, to int
		want     string
	}{{0, 3, "one"}, {3, 5, "\n"}, {5, 8, "two"}, {4, 4, ""}, {5, 2, ""}} {
		if got := text.Slice(c.from, c.to).String(); got != c.want {
			t.Errorf("slice %d to %d is %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

func TestTextUnmarshal(t *testing.T) {
	var got struct{ Text, Null Text }
	data := []byte(`{"Text":"a\u0062","Null":null}`)
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	clear(data) // what was kept must be a copy
	if diff := cmp.Diff([]string{`"a\u0062"`, `""`}, []string{string(got.Text.JSON()),
		string(got.Null.JSON())}); diff != "" {
		t.Error(diff)
	}
	if err := json.Unmarshal([]byte(`{"Text":7}`), &got); err == nil {
		t.Error("a number was taken for a text")
	}
}

func TestCharactersAreThoseOfTheDecodedText(t *testing.T) {
	for _, raw := range []string{`""`, `"a"`, `"a\nb"`, `"\\\\"`, `"\u00e9\ud83d\ude00é😀"`, `"\ud83d"`,
		`"\ud83dx\ud83d\u0041"`, `"x\u2028\"\/"`} {
		text := RawText([]byte(raw))
		if got, want := text.Characters(), int64(utf8.RuneCountInString(text.String())); got != want {
			t.Errorf("%s has %d characters, want %d", raw, got, want)
		}
	}
}
