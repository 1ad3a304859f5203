package reach_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/runtest"
)

// found is what a search prints as JSON.
type found struct {
	Sessions, Hits int
	Rows           []struct{ Reference, Machine string }
}

// machines are those that have a row, in the order of the rows.
func (f found) machines() (names []string) {
	for _, r := range f.Rows {
		if !slices.Contains(names, r.Machine) {
			names = append(names, r.Machine)
		}
	}
	return names
}

func searches(t *testing.T, g *harness.Environment, flags ...string) (f found) {
	t.Helper()
	result := g.Stead(append([]string{"search", "main.py", "--json"}, flags...)...)
	if err := json.Unmarshal([]byte(result.Stdout), &f); err != nil {
		t.Fatalf("it finds %v: %s%s", err, result.Stdout, result.Stderr)
	}
	return f
}

// sums checks that what is summed up is that of all machines, unless one is named.
func sums(t *testing.T, laptop *harness.Environment) {
	t.Helper()
	count := func(flags ...string) int {
		result := laptop.Stead(append([]string{"stats", "--json"}, flags...)...)
		var sum struct{ Total struct{ Sessions int } }
		if err := json.Unmarshal([]byte(result.Stdout), &sum); err != nil {
			t.Fatalf("the sums are %s%s, %v", result.Stdout, result.Stderr, err)
		}
		return sum.Total.Sessions
	}
	if here, desk, attic := count("--on", "here"), count("--on", "desk"), count("--on", "attic"); here != 1 ||
		desk != 2 || attic != 1 {
		t.Errorf("each has %d, %d, %d sessions", here, desk, attic)
	}
	runtest.Eventually(t, "the sums are those of all machines", func() bool { return count() == 4 })
	if shown := laptop.Stead("stats"); !strings.Contains(shown.Stderr, "with the sessions on attic, desk") {
		t.Errorf("the sums are told as\n%s%s", shown.Stdout, shown.Stderr)
	}
}

// TestSearchIsOneOfAllMachines searches the laptop, the desk and the attic at once, and goes on while the attic is
// away.
func TestSearchIsOneOfAllMachines(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	desk, attic, laptop := hub.node("desk"), hub.node("attic"), hub.machine("laptop")
	laptop.Place("claude", "text")
	desk.Place("claude", "text")
	desk.Place("claude", "tools")
	attic.Place("claude", "text")
	sees(t, laptop, "desk")
	sees(t, laptop, "attic")
	here, there, above := searches(t, laptop, "--on", "here"), searches(t, desk, "--on", "here"), searches(t, attic,
		"--on", "here")
	if here.Hits == 0 || above.Hits == 0 || there.Hits <= here.Hits || there.Sessions != 2 ||
		!slices.Equal(here.machines(), []string{""}) {
		t.Fatalf("each finds %+v, %+v, %+v", here, there, above)
	}

	hits, sessions := here.Hits+there.Hits+above.Hits, here.Sessions+there.Sessions+above.Sessions
	var all found
	// a busy machine may take longer than a search waits
	runtest.Eventually(t, "all machines answer in time", func() bool {
		all = searches(t, laptop, "-n", "3")
		return all.Hits == hits
	})
	names := all.machines()
	slices.Sort(names)
	if all.Sessions != sessions || !slices.Equal(names, []string{"", "attic", "desk"}) {
		t.Errorf("together they find %+v", all)
	}
	for _, r := range all.Rows {
		runtest.Exits(t, laptop.Stead("show", r.Reference), 0)
	}
	summary := fmt.Sprintf("%d hits in %d sessions; 3 are shown", hits, sessions)
	runtest.Eventually(t, "people read it, too", func() bool {
		result := laptop.Stead("search", "main.py", "-n", "3")
		return strings.Contains(result.Stderr, summary) && strings.Contains("\n"+result.Stdout, "\ndesk/c")
	})
	only := searches(t, laptop, "--on", "desk")
	if only.Hits != there.Hits || !slices.Equal(only.machines(), []string{"desk"}) ||
		!strings.HasPrefix(only.Rows[0].Reference, "desk/c") {
		t.Errorf("the desk finds %+v", only)
	}
	runtest.Exits(t, laptop.Stead("search", "nowheretobefound"), 3, "nothing was found")
	sums(t, laptop)

	for _, id := range attic.Processes() {
		_ = syscall.Kill(id, syscall.SIGKILL)
	}
	runtest.Eventually(t, "the attic is away", func() bool {
		result := laptop.Stead("search", "main.py", "-n", "9", "--json")
		var rest found
		err := json.Unmarshal([]byte(result.Stdout), &rest)
		return err == nil && rest.Hits == here.Hits+there.Hits && strings.Contains(result.Stderr, "note: attic is away")
	})
}
