package chain

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/forks/worktree"
	"stead/orchestrator/chain"
	"stead/runs"
)

// written is what a chain looks like in a terminal of the usual width.
func written(t *testing.T, c chain.Chain) string {
	t.Helper()
	var b strings.Builder
	if err := writeChain(setup.NewProcess(nil, nil, "", nil, nil, nil), &b, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFailedCheckIsShown(t *testing.T) {
	one := chain.Attempt{Step: "test", Number: 2, CLI: "codex", State: chain.Missed, Run: "20261122-014043-4b44"}
	one.Check = &chain.Check{ExitCode: 1, Output: strings.Repeat("before\n", 20) + "it is \x1b[31mwrong\n"}
	said := written(t, chain.Chain{ID: "x", Status: chain.Failed, Attempts: []chain.Attempt{one}})
	for _, want := range []string{"test (2)", "  4b44  ", "\nthe check's output:\n" +
		strings.Repeat("before\n", checkLines-1) + "it is"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing:\n%s", want, said)
		}
	}
	if strings.Contains(said, "\x1b") {
		t.Errorf("what the check wrote comes alive:\n%q", said)
	}
}

func TestStepOfAChainThatStandsIsNotSaidToWork(t *testing.T) {
	c := chain.Chain{ID: "x", Attempts: []chain.Attempt{{Step: "race", Number: 1, State: chain.Working}}}
	for status, want := range map[chain.Status]string{chain.Waiting: "waiting", chain.Interrupted: "interrupted",
		chain.Running: runs.ShownDead} {
		c.Status = status
		if said := written(t, c); strings.Contains(said, "working") || strings.Count(said, want) != 2 {
			t.Errorf("%s:\n%s", status, said)
		}
	}
	c.Status, c.Supervisor = chain.Running, runs.Self()
	if said := written(t, c); !strings.Contains(said, "working") {
		t.Errorf("one that goes on:\n%s", said)
	}
}

func TestChainSaysWhereItsWorkIs(t *testing.T) {
	tree := &worktree.Tree{Path: "/home/user/trees/x", Branch: "stead/chain-x", Snapshot: worktree.Snapshot{Prefix: "sub"}}
	if said := written(t, chain.Chain{ID: "x", Status: chain.Completed, Tree: tree}); !strings.Contains(said,
		"on the branch stead/chain-x, in "+filepath.Join(tree.Path, "sub")+"\n") {
		t.Errorf("it says\n%s", said)
	}
}

func TestChainsAreProposed(t *testing.T) {
	p := setup.NewProcess(nil, []string{"HOME=" + t.TempDir()}, t.TempDir(), nil, nil, nil)
	s, err := p.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	chains := chain.Open(s.Config.Folders.Data)
	id, err := chains.Create(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := chains.Save(chain.Chain{ID: id, Name: "fäil\tx", Status: chain.Waiting}); err != nil {
		t.Fatal(err)
	}
	if got, _ := completeChains(p)(nil, nil, ""); len(got) != 1 || !strings.HasPrefix(got[0], id+"\tfäil") ||
		strings.Count(got[0], "\t") != 1 || !strings.HasSuffix(got[0], " waiting") {
		t.Errorf("proposed are %q", got)
	}
}
