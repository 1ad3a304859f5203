package mirror

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"stead/orchestrator/source"
	"stead/runs"
)

// TestWayBackFromAMirrorHoldsEverythingOnce goes on from mirrors: one as stead left it, one with a turn of its own, and
// one in which the user went back to an earlier prompt, of which only its own records tell.
func TestWayBackFromAMirrorHoldsEverythingOnce(t *testing.T) {
	s := newSynced(t, false)
	s.gains(says(1)...)
	s.gains(says(2)...)
	s.update(t.Context(), moment{})
	theirs := s.mirrors()[0].Session
	back := func(how string, want ...string) {
		t.Helper()
		found, err := s.pair.options.Sources.Find(t.Context(), source.Query{From: theirs.Reference(), To: "other"})
		if err != nil {
			t.Fatal(err)
		}
		if got := texts(t, found.Stream); !slices.Equal(got, append([]string{"Begin.", "It begins."}, want...)) {
			t.Errorf("%s: it holds %q", how, got)
		}
		records := 0
		for e := range found.Stream.Entries {
			if e.Native != nil && e.Native.CLI == "other" {
				records++
			}
		}
		if isOriginal := records > 0; isOriginal != (how != "gone back") {
			t.Errorf("%s: %d of its records are the other CLI's", how, records)
		}
	}
	back("as it was", "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.")
	s.goneOn(theirs, 3)
	back("gone on with", "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.", "Prompt 3.", "Answer 3.")
	s.goesBack(theirs, "Prompt 2.", "Prompt 8.")
	back("gone back", "Prompt 1.", "Answer 1.", "Prompt 8.")
}

// goesBack says something else in the place of a prompt, as Claude Code does after /rewind.
func (s *synced) goesBack(m runs.Session, prompt, instead string) {
	s.t.Helper()
	content, err := os.ReadFile(m.Path)
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		var record struct{ Type, UUID string }
		if err := json.Unmarshal([]byte(line), &record); err != nil || record.Type != "user" ||
			!strings.Contains(line, prompt) {
			continue
		}
		const uuid = "aaaaaaaa-0000-4000-8000-000000000001"
		content = append(content, strings.NewReplacer(prompt, instead, record.UUID, uuid).Replace(line)...)
		content = fmt.Appendf(content, `{"type":"last-prompt","leafUuid":%q,"sessionId":%q}`+"\n", uuid, m.ID)
		if err := os.WriteFile(m.Path, content, 0o600); err != nil {
			s.t.Fatal(err)
		}
		return
	}
	s.t.Fatalf("%s has no prompt %q", m.Path, prompt)
}
