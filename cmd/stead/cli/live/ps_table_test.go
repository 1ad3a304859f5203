package live

import (
	"strings"
	"testing"
	"time"

	"stead/cmd/stead/cli/term"
	"stead/inject/signals"
	"stead/internal/term/plain"
	"stead/reach/remote"
	"stead/runs"
)

// A fetched run has the same id on two machines.
func TestRunIsNamedWithItsMachine(t *testing.T) {
	here := remote.Run{Run: runs.Run{ID: "20261120-120000.000-00a1"}}
	there := here
	there.Machine = "desk"
	rows := runRows([]remote.Run{here, there}, map[string]string{keyOf(here): "00a1", keyOf(there): "desk/00a1"},
		time.Now(), runs.Run.Route)
	if rows[0][0] != "00a1" || rows[1][0] != "desk/00a1" {
		t.Errorf("they are named %q and %q", rows[0][0], rows[1][0])
	}
}

func TestRunsAreLaidOutSoThatTheirRouteStaysWhole(t *testing.T) {
	now := time.Now()
	listed := func(id, state, dir string, clis ...string) remote.Run {
		r := runs.Run{ID: id, Dir: dir, Started: now.Add(-time.Hour), Turns: 12, From: runs.Session{CLI: clis[0]},
			Cost: 12.25}
		for _, cli := range clis[1 : len(clis)-1] {
			r.Hops = append(r.Hops, runs.Hop{To: runs.Session{CLI: cli}})
		}
		r.To.CLI = clis[len(clis)-1]
		r.Usage.Input = 123_456
		return remote.Run{Run: r, Shown: state}
	}
	short := map[string]string{"a": "aaaa", "b": "bbbb"}
	one := listed("a", string(signals.Permission), "/home/user/a-project-with-a-long-name", "kimi-cli", "opencode")
	two := listed("b", "interrupted", "/home/user/x", "claude", "codex", "gemini", "opencode")
	for _, c := range []struct {
		width int
		shown []remote.Run
		want  []string
		not   string
	}{
		{0, []remote.Run{one, two}, []string{"kimi-cli->opencode", "claude->codex->gemini->opencode",
			"a-project-with-a-long-name", "$12.25"}, "\u2026"},
		{120, []remote.Run{one, two}, []string{"kimi-cli->opencode", "claude->codex->gemini->opencode",
			"a-project-with-a-long-name", "$12.25"}, "\u2026"},
		{100, []remote.Run{one, two}, []string{"kimi-cli->opencode", "claude->codex->gemini->opencode", "long-name",
			"$12.25"}, "a-project"},
		{80, []remote.Run{one}, []string{"kimi-cli->opencode", "ng-name", "123k", "$12.25"}, "a-project"},
		{80, []remote.Run{one, two}, []string{"kimi-cli->opencode", "claude->..->opencode", "ng-name", "123k"}, "codex"},
		{60, []remote.Run{one, two}, []string{"kimi-cli->opencode", "claude->..->opencode", "-name", "1h"}, "COST"},
		{40, []remote.Run{one}, []string{"permission", "kimi-cli->opencode"}, "PROJECT"},
		{41, []remote.Run{one, two}, []string{"interrupted", "kimi-cli->opencode", "claude->..->opencode"}, "PROJECT"},
		{20, []remote.Run{one, two}, []string{"aaaa", "bbbb"}, "PROJECT"},
	} {
		var table strings.Builder
		columns, rows := runTable(c.width, c.shown, short, now)
		if err := term.WriteTable(&table, c.width, columns, rows); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(table.String()) {
			if width := plain.Width(strings.TrimSuffix(line, "\n")); c.width > 0 && c.width >= 40 && width > c.width {
				t.Errorf("at %d a line has %d cells", c.width, width)
			}
		}
		for _, want := range c.want {
			if !strings.Contains(table.String(), want) {
				t.Errorf("at %d this lacks %s:\n%s", c.width, want, table.String())
			}
		}
		if strings.Contains(table.String(), c.not) {
			t.Errorf("at %d this has %s:\n%s", c.width, c.not, table.String())
		}
	}
}
