package search

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/catalog/search"
	"stead/cmd/stead/cli/setup"
)

// found is an answer with rows by their references, of which each is so many hours old.
func found(hits, sessions int, rows map[string]int, order ...string) answer {
	a := answer{Hits: hits, Sessions: sessions}
	for _, reference := range order {
		a.Rows = append(a.Rows, row{Reference: reference, CLI: "claude",
			Updated: time.Date(2026, 11, 20, 12-rows[reference], 0, 0, 0, time.UTC)})
	}
	return a
}

func references(a answer) (all []string) {
	for _, r := range a.Rows {
		all = append(all, r.Reference)
	}
	return all
}

func TestAnswersOfSeveralMachinesAreOne(t *testing.T) {
	ages := map[string]int{"claude:a": 3, "claude:b": 1, "claude:c": 5, "claude:d": 0, "claude:e": 4}
	own := found(2, 1, ages, "claude:a", "claude:b")
	others := []answer{found(30, 7, ages, "claude:c", "claude:d").of("desk"), found(1, 1, ages, "claude:e").of("attic"),
		found(0, 0, nil).of("phone")}
	for _, c := range []struct {
		order search.Order
		limit int
		want  string
	}{
		{search.ByRank, 9, "claude:a attic/claude:e desk/claude:c desk/claude:d claude:b"},
		{search.ByAge, 9, "desk/claude:d claude:b claude:a attic/claude:e desk/claude:c"},
		{search.ByRank, 2, "claude:a attic/claude:e"}, {search.ByAge, 0, ""},
	} {
		got := options{order: string(c.order), limit: c.limit}.merged(own, others)
		if got.Hits != 33 || got.Sessions != 9 || got.Rows == nil || strings.Join(references(got), " ") != c.want {
			t.Errorf("by %s, %d of them: %d in %d, %q", c.order, c.limit, got.Hits, got.Sessions, references(got))
		}
	}
	// Without other machines nothing is sorted anew.
	if got := (options{order: string(search.ByAge), limit: 1}).merged(own, nil); !slices.Equal(references(got),
		[]string{"claude:a", "claude:b"}) {
		t.Errorf("alone it is %q", references(got))
	}
}

func TestRowsNameTheirMachineOnce(t *testing.T) {
	own := found(1, 1, nil, "claude:a")
	named := own.of("desk").of("desk")
	if named.Rows[0].Machine != "desk" || named.Rows[0].Reference != "desk/claude:a" ||
		own.Rows[0].Reference != "claude:a" {
		t.Errorf("named it is %+v, before %+v", named.Rows[0], own.Rows[0])
	}
	if got := own.of(""); got.Rows[0].Machine != "" || got.Rows[0].Reference != "claude:a" {
		t.Errorf("here it is %+v", got.Rows[0])
	}
}

func TestOthersAreAskedForTheWholeQuery(t *testing.T) {
	o := options{limit: 7, order: "age", opens: true, to: "codex", scans: true}
	want := []string{"search", "--json", "-n", "7", "--sort", "age", "--scan", "--", "bug", "-cli:codex"}
	if got := o.line([]string{"bug", "-cli:codex"}); !slices.Equal(got, want) {
		t.Errorf("they are asked %q", got)
	}
}

func TestHitOfAnotherMachineIsOpenedFromThere(t *testing.T) {
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer nothing.Close()
	v := &view{p: setup.NewProcess(nil, nil, "/", nothing, nothing, nothing), o: options{opens: true, to: "codex"}}
	var line []string
	again := func(_ context.Context, l []string) error {
		line = l
		return nil
	}
	if err := v.open(t.Context(), found(1, 1, nil, "claude:a").of("desk").Rows, again); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(line, []string{"run", "--from", "desk/claude:a", "--to", "codex"}) {
		t.Errorf("it goes on by %q", line)
	}
}
