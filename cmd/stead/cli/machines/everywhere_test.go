package machines

import (
	"errors"
	"slices"
	"testing"
	"time"

	"stead/reach/remote"
)

func TestNotesSayWhichListsAreOld(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	away := remote.Listed[int]{Machine: "desk", IsAway: true, Seen: now.Add(-2 * time.Hour)}
	silent := remote.Listed[int]{Machine: "attic", IsAway: true, Err: errors.New("attic does not answer")}
	for name, c := range map[string]struct {
		lists remote.Lists[int]
		want  []string
	}{
		"all answered": {remote.Lists[int]{Machines: []remote.Listed[int]{{Machine: "desk"}}}, nil},
		"some are away": {remote.Lists[int]{Machines: []remote.Listed[int]{away, silent}, Missing: errors.New("no key")},
			[]string{"desk was last seen 2h ago; its runs are as of then", "attic does not answer",
				"what a machine that is away has told since the last list may be missing: no key"}},
		"the hub is away": {remote.Lists[int]{Machines: []remote.Listed[int]{away}, NoHub: errors.New("no hub")},
			[]string{"no hub", "desk was last seen 2h ago; its runs are as of then"}},
		"nothing is known": {remote.Lists[int]{NoHub: errors.New("no hub"), NotKnown: errors.New("no file")},
			[]string{"no file", "only what is on this machine: no hub"}},
	} {
		if got := notesOn(c.lists, "runs", now); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
