package codex_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/codex"
	"stead/timeline"
)

const (
	askedEarly = "user: Please add a discount function to cart.py (early word plumearly)."
	saidEarly  = "assistant: I read cart.py and will add apply_discount (answer figearly)."
	askedLate  = "user: Please add a discount function to cart.py (late word plumlate)."
	saidLate   = "assistant: I read cart.py and will add apply_discount (answer figlate)."
)

// Sessions as users have them: each is listed with its folder, found by its id, and told.
func TestSessionsOfTheField(t *testing.T) {
	for _, test := range []struct {
		name, file, below, folder string
		said                      []string
		damaged                   []string
	}{
		{"compressed after seven idle days", "rollout-2026-11-24T11-00-00-01a20d00-2157-716a-81f9-a9ac13e787e9.jsonl.zst",
			"sessions/2026/11/24", "/home/demo/shop",
			[]string{askedEarly, saidEarly, askedLate, saidLate}, nil},
		{"with a last turn without ordinals, by an older version",
			"rollout-2026-11-24T11-00-00-01a20d00-7378-7a2e-88fa-1993ae4516f5.jsonl", "sessions/2026/11/24", "/home/demo/shop",
			[]string{askedEarly, saidEarly, "user: After the upgrade: add taxes (word plumtax).",
				"assistant: Taxes added (answer figtax)."}, nil},
		{"with half a record, its end, and the whole one",
			"rollout-2026-11-24T11-00-00-01a20d00-c180-75a3-846b-8cb1edc3a6f8.jsonl", "sessions/2026/11/24", "/home/demo/shop",
			[]string{askedEarly, saidEarly, "user: Next: taxes (word plumtax).", "assistant: Taxes added (answer figtax).",
				askedLate, saidLate},
			[]string{"13 response_item", "14 ", "16 event_msg"}},
		{"archived, of a WSL seen from outside", "rollout-2026-11-24T11-00-00-01a20d00-177b-7d66-8422-78d3def1307b.jsonl",
			"archived_sessions", `\\wsl.localhost\Ubuntu\home\demo\shop`,
			[]string{askedEarly, saidEarly, askedLate, saidLate}, nil},
		{"with the folder in capitals", "rollout-2026-11-24T11-00-00-01a20d00-2dbb-792d-8cca-b4b035cbd975.jsonl",
			"sessions/2026/11/24", "/home/demo/SHOP",
			[]string{"user: Please add a discount function to cart.py (case word plumcase).",
				"assistant: I read cart.py and will add apply_discount (answer figcase)."}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			fixtures.Put(t, filepath.Join(root, test.below, test.file), fixtures.Read(t, "codex/field/"+test.file))
			row := onlyRow(t, root)
			if row.Project != test.folder || row.Title != test.said[0][len("user: "):] {
				t.Errorf("its row is %+v", row)
			}
			_, entries := open(t, row.Path)
			if diff := cmp.Diff(test.said, talk(entries)); diff != "" {
				t.Errorf("said (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(test.damaged, damaged(entries)); diff != "" {
				t.Errorf("damaged lines (-want +got)\n%s", diff)
			}
		})
	}
}

// onlyRow is the row of the one session of a store, as it is found by the beginning of its id.
func onlyRow(t *testing.T, root string) (row timeline.Summary) {
	t.Helper()
	store := adapter.Store{CLI: "codex", Root: root}
	for place, err := range (codex.Reader{}).Places(t.Context(), store, readers.Query{Prefix: "01a20d00-"}) {
		if err != nil {
			t.Fatal(err)
		}
		for s, err := range (codex.Reader{}).Summaries(t.Context(), place) {
			if err != nil || row.ID != "" {
				t.Fatalf("%v, a second row %+v", err, s)
			}
			row = s
		}
	}
	return row
}

// talk is what the user and the model said.
func talk(entries []*timeline.Entry) (said []string) {
	for _, e := range entries {
		if e.Active() && (e.Type == timeline.User || e.Type == timeline.Assistant) {
			said = append(said, string(e.Type)+": "+e.Content.String())
		}
	}
	return said
}

// damaged are the lines that could not be read, with the types that they say of themselves.
func damaged(entries []*timeline.Entry) (lines []string) {
	for _, e := range entries {
		if e.IsUnknown() && e.Native.Damaged {
			lines = append(lines, fmt.Sprintf("%d %s", e.Native.Line, e.Origin.Name))
		}
	}
	return lines
}
