package transcript_test

import (
	"errors"
	"strings"
	"testing"

	"stead/internal/render/transcript"
	"stead/timeline"
)

// turns is a session of three turns; a record of the CLI and context come before the first prompt.
func turns() timeline.Stream {
	said := func(id string, kind timeline.EntryType) *timeline.Entry {
		return &timeline.Entry{ID: id, Type: kind, Content: timeline.NewText(id)}
	}
	hidden, context, abandoned := said("h", timeline.System), said("c", timeline.User), said("old", timeline.User)
	hidden.Hidden, context.Origin, abandoned.Branch = true, &timeline.Origin{Kind: timeline.Mention, Name: "f"}, "b"
	return timeline.Stream{Entries: timeline.Of(
		hidden, context, said("p1", timeline.User), said("a1", timeline.Assistant), said("p2", timeline.User), abandoned,
		said("a2", timeline.Assistant),
		said("p3", timeline.User), said("a3", timeline.Assistant),
	)}
}

func ids(t *testing.T, p transcript.Part) (string, transcript.Before, error) {
	t.Helper()
	before := transcript.Before{Turns: -1}
	s, err := p.Of(t.Context(), turns(), &before)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for e, err := range s.Entries {
		if err != nil {
			return strings.Join(all, " "), before, err
		}
		all = append(all, e.ID)
	}
	return strings.Join(all, " "), before, nil
}

func TestPartsOfASession(t *testing.T) {
	one, two := transcript.Before{Turns: 1, Entries: 3}, transcript.Before{Turns: 2, Entries: 5}
	for text, want := range map[string]struct {
		ids    string
		before transcript.Before
	}{
		"1": {"h c p1 a1", transcript.Before{}}, "2": {"p2 old a2", one}, "2-3": {"p2 old a2 p3 a3", one},
		"2-": {"p2 old a2 p3 a3", one}, "-1": {"p3 a3", two},
		"-9": {"h c p1 a1 p2 old a2 p3 a3", transcript.Before{}}, "3-99": {"p3 a3", two},
		"1-1": {"h c p1 a1", transcript.Before{}},
	} {
		p, err := transcript.ParseTurns(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, before, err := ids(t, p); got != want.ids || before != want.before || err != nil {
			t.Errorf("turns %s are %q behind %+v, %v; want %q behind %+v", text, got, before, err, want.ids, want.before)
		}
	}
	for at, want := range map[string]string{"a2": "a2 p3 a3", "p3": "p3 a3", "ol": "old a2 p3 a3"} {
		if got, before, err := ids(t, transcript.Part{At: at}); got != want || before.Turns != 2 || err != nil {
			t.Errorf("from %s on it is %q behind %+v, %v", at, got, before, err)
		}
	}
}

func TestPartsThatAreNotThere(t *testing.T) {
	for _, text := range []string{"", "0", "x", "1-x", "3-2", "-", "--1", "1-2-3", "-0", "99999999999"} {
		if p, err := transcript.ParseTurns(text); !errors.Is(err, transcript.ErrPart) {
			t.Errorf("%q is %+v, %v", text, p, err)
		}
	}
	for _, p := range []transcript.Part{{First: 4, Last: 4}, {At: "zz"}} {
		if got, _, err := ids(t, p); !errors.Is(err, transcript.ErrPart) || got != "" {
			t.Errorf("%+v is %q, %v", p, got, err)
		}
	}
}

// TestPartIsReadNoFurther ends the range after the part.
func TestPartIsReadNoFurther(t *testing.T) {
	s, read := turns(), 0
	all := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range all {
			if read++; !yield(e, err) {
				return
			}
		}
	}
	before := transcript.Before{}
	part, err := transcript.Part{First: 1, Last: 1}.Of(t.Context(), s, &before)
	if err != nil {
		t.Fatal(err)
	}
	for range part.Entries {
	}
	if read != 5 {
		t.Errorf("%d entries were read, want those of the turn and the next prompt", read)
	}
}
