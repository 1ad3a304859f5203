package recall_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/catalog/memory"
	"stead/catalog/memory/database"
	"stead/catalog/memory/recall"
)

// rule returns a rule that was given in a folder on some days of November.
func rule(text, folder string, days ...int) memory.Finding {
	f := memory.Finding{Kind: memory.SkillLearningKind, Rule: "ordered", Confidence: 0.6,
		SkillLearning: &memory.SkillLearning{Rule: text}}
	for i, day := range days {
		f.Evidence = append(f.Evidence, memory.Evidence{Part: memory.PartStatement, Seq: i + 1, Turn: day, Line: day,
			Hash: "h", File: "/s/f", Project: folder, Occurred: fmt.Sprintf("2026-11-%02dT10:00:00Z", day)})
	}
	return f
}

func kept(t *testing.T, o database.Options, session string, findings ...memory.Finding) *database.Database {
	t.Helper()
	d, err := database.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	if err := d.KeepFindings(t.Context(), memory.SessionKey{LLMSource: "claude", Session: session}, findings); err != nil {
		t.Fatal(err)
	}
	return d
}

func texts(pieces []recall.Piece) string {
	var all []string
	for _, p := range pieces {
		all = append(all, fmt.Sprintf("%s %s:%d", p.Text, p.Reference, p.Turn))
	}
	return strings.Join(all, ", ")
}

func TestQueryNarrows(t *testing.T) {
	o := database.Options{Folder: t.TempDir(), Tenant: "a"}
	decision := memory.Finding{Kind: memory.DecisionKind, Rule: "settled", Confidence: 0.5,
		Decision: &memory.Decision{Choice: "SQLite", Rejected: []string{"Badger"}, Reason: "one file."},
		Evidence: []memory.Evidence{{Part: memory.PartStatement, Seq: 1, Turn: 2, Project: "/w/calc/sub",
			Occurred: "2026-11-02T10:00:00Z"}}}
	kept(t, o, "s1", rule("use tabs", "/w/calc", 1, 3), decision)
	d := kept(t, o, "s2", rule("use tabs", "/w/other", 4), rule("never push", "/w/calc", 5))
	const tabs, push, sqlite = "use tabs claude:s2:4", "never push claude:s2:5", "SQLite, not Badger (one file) claude:s1:2"
	for name, c := range map[string]struct {
		q    recall.Query
		want string
	}{
		"all, the latest first":   {recall.Query{}, push + ", " + tabs + ", " + sqlite},
		"limit":                   {recall.Query{Limit: 1}, push},
		"kind":                    {recall.Query{Kinds: []memory.FindingKind{memory.DecisionKind}}, sqlite},
		"words":                   {recall.Query{Words: []string{"TABS", "use"}}, tabs},
		"words of two pieces":     {recall.Query{Words: []string{"tabs", "push"}}, ""},
		"since":                   {recall.Query{Since: time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)}, push},
		"seen twice":              {recall.Query{Seen: 2}, tabs},
		"project and below":       {recall.Query{Project: "/w/calc"}, push + ", " + sqlite},
		"project by its name":     {recall.Query{Project: "other"}, tabs},
		"half of a name":          {recall.Query{Project: "/w/cal"}, ""},
		"folder, as seen there":   {recall.Query{Folders: []string{"/w/calc", "/none"}}, push + ", use tabs claude:s1:3"},
		"folder, and seen twice":  {recall.Query{Folders: []string{"/w/calc"}, Seen: 2}, "use tabs claude:s1:3"},
		"a tenant of that folder": {recall.Query{Tenant: "b", Folders: []string{"/w/calc"}}, ""},
		"another tenant":          {recall.Query{Tenant: "b", Seen: 2}, ""},
	} {
		if c.q.Tenant == "" {
			c.q.Tenant = "a"
		}
		pieces, err := recall.Read(t.Context(), d.Org(), c.q)
		if diff := cmp.Diff(c.want, texts(pieces)); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

func TestFoldersOfATenant(t *testing.T) {
	o := database.Options{Folder: t.TempDir(), Tenant: "a"}
	kept(t, o, "s1", rule("use tabs", "/b", 1, 2), rule("never push", "/a", 1), rule("always test", "/c/d", 1))
	other := o
	other.Tenant = "b"
	d := kept(t, other, "s1", rule("use tabs", "/secret", 1))
	for tenant, want := range map[string][]string{"a": {"/a", "/b", "/c/d"}, "b": {"/secret"}, "c": nil} {
		got, err := recall.Folders(t.Context(), d.Org(), tenant)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", tenant, err, diff)
		}
	}
}

func TestNothingLearntIsNoDatabase(t *testing.T) {
	if db, err := recall.Open(t.TempDir()); db != nil || err != nil {
		t.Errorf("%v %v", db, err)
	}
	o := database.Options{Folder: t.TempDir()}
	kept(t, o, "s1", rule("use tabs", "/b", 1))
	db, err := recall.Open(o.Folder)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if pieces, err := recall.Read(t.Context(), db, recall.Query{}); err != nil || len(pieces) != 1 ||
		pieces[0].Seen != 1 || pieces[0].Line != 1 || pieces[0].File != "/s/f" {
		t.Errorf("%+v %v", pieces, err)
	}
	if _, err := db.Exec("DELETE FROM evidence"); err == nil {
		t.Error("it is open for more than reading")
	}
}
