package knowledge_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/catalog/memory"
	"stead/catalog/memory/database"
	"stead/catalog/memory/database/databasetest"
	"stead/catalog/memory/knowledge"
	"stead/catalog/memory/recall"
	"stead/internal/testkit/memoryfiles"
)

func TestWhatIsLearntCanBeAsked(t *testing.T) {
	o := database.Options{Folder: t.TempDir(), Tenant: "a"}
	d := databasetest.Open(t, o, memoryfiles.Fix("s1", "/home/user/calc", "2026-11-01T10:00:00Z"),
		memoryfiles.Fix("s2", "/home/user/other", "2026-11-02T10:00:00Z"))
	report, err := knowledge.Update(t.Context(), d, knowledge.Options{})
	if err != nil || report.Sessions != 2 || report.Findings != 6 || report.Warnings != nil {
		t.Fatalf("%+v %v", report, err)
	}
	if again, err := knowledge.Update(t.Context(), d, knowledge.Options{}); err != nil || again.Sessions != 0 {
		t.Errorf("nothing has changed: %+v %v", again, err)
	}
	for _, c := range []struct {
		name string
		q    recall.Query
		want []string
	}{
		{"all", recall.Query{Tenant: "a"}, []string{
			"decision SQLite, not Badger claude:s2 2",
			"error_solution `go test ./...` failed: calc.go:#: undefined: add\nCured by: calc.go: ad → add claude:s2 1",
			"skill_learning Never edit generated files claude:s2 2"}},
		{"words", recall.Query{Tenant: "a", Words: []string{"UNDEFINED", "calc"},
			Kinds: []memory.FindingKind{memory.ErrorSolutionKind}}, []string{
			"error_solution `go test ./...` failed: calc.go:#: undefined: add\nCured by: calc.go: ad → add claude:s2 1"}},
		{"another project", recall.Query{Tenant: "a", Project: "/home/user/calculator"}, nil},
		{"another tenant", recall.Query{Tenant: "b"}, nil},
	} {
		pieces, err := recall.Read(t.Context(), d.Org(), c.q)
		var got []string
		for _, p := range pieces {
			got = append(got, string(p.Kind)+" "+p.Text+" "+p.Reference+" "+string(rune('0'+p.Turn)))
			if p.Seen != 2 || p.Confidence <= 0 || p.Hash == "" || p.Line == 0 {
				t.Errorf("%s: %+v", c.name, p)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", c.name, err, diff)
		}
	}
}

func TestGrownSessionIsLookedAtAsAWhole(t *testing.T) {
	o := database.Options{Folder: t.TempDir()}
	whole := memoryfiles.Fix("s1", "/home/user/calc", "2026-11-01T10:00:00Z")
	var steps []memory.Step
	for s := range whole.Steps {
		steps = append(steps, s)
	}
	begun, rest := whole, whole
	begun.Steps, rest.Steps = memoryfiles.Of(steps[:4]), memoryfiles.Of(steps[4:])
	d := databasetest.Open(t, o, begun)
	if report, err := knowledge.Update(t.Context(), d, knowledge.Options{}); err != nil || report.Findings != 0 {
		t.Fatalf("%+v %v", report, err)
	}
	memoryfiles.Add(t, o.Folder, rest)
	if _, err := d.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if report, err := knowledge.Update(t.Context(), d, knowledge.Options{}); err != nil || report.Findings != 3 {
		t.Errorf("%+v %v", report, err)
	}
}

func TestUpdateEndsWithItsContext(t *testing.T) {
	d := databasetest.Open(t, database.Options{Folder: t.TempDir()}, memoryfiles.Fix("s1", "/w", ""))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := knowledge.Update(ctx, d, knowledge.Options{}); err == nil {
		t.Error("no error")
	}
}
