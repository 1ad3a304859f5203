package chain

import (
	"testing"

	"stead/orchestrator/chain"
	"stead/orchestrator/chain/recipe"
)

func TestStepSaysHowFarItIs(t *testing.T) {
	for _, c := range []struct {
		one  chain.Attempt
		want string
	}{
		{chain.Attempt{Step: "plan", Number: 1, CLI: "claude", State: chain.Working}, "plan       claude works"},
		{chain.Attempt{Step: "claude", Number: 1, CLI: "claude", State: chain.Working}, "claude     works"},
		{chain.Attempt{Step: "claude", Number: 1, CLI: "claude", Machine: "desk", State: chain.Working},
			"claude     claude@desk works"},
		{chain.Attempt{Step: "test", Number: 2, CLI: "pi", State: chain.Missed, Reason: "the check\nfailed"},
			"test (2)   has failed: the check failed"},
		{chain.Attempt{Step: "test", Number: 1, CLI: "pi", State: chain.Done}, "test       is done"},
	} {
		if got := stepLine(c.one); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestAnswerOfTheLastStepIsTheOutput(t *testing.T) {
	c := chain.Chain{Recipe: recipe.Recipe{Steps: []recipe.Step{{Name: "plan"}, {Name: "do", Check: "make"}}}}
	for _, one := range []struct {
		attempt     chain.Attempt
		news, lasts bool
	}{
		{chain.Attempt{Step: "plan", State: chain.Worked, Text: "x"}, true, false},
		{chain.Attempt{Step: "plan", State: chain.Worked}, false, false},
		{chain.Attempt{Step: "do", State: chain.Worked, Text: "x"}, false, false},
		{chain.Attempt{Step: "do", State: chain.Missed, Text: "x"}, true, true},
		{chain.Attempt{Step: "do", State: chain.Checking}, false, true},
		{chain.Attempt{Step: "plan", State: chain.Checking}, false, false},
		{chain.Attempt{Step: "plan", State: chain.Working}, false, true},
	} {
		if isNews(c, one.attempt) != one.news || isWorthALine(c, one.attempt) != one.lasts {
			t.Errorf("%+v: its answer is news %v, its state worth a line %v", one.attempt, isNews(c, one.attempt),
				isWorthALine(c, one.attempt))
		}
	}
}

func TestChainSaysHowItGoesOn(t *testing.T) {
	steps := []recipe.Step{{Name: "race", Parallel: &recipe.Parallel{}}, {Name: "do"}}
	for _, c := range []struct {
		name string
		of   chain.Chain
		want string
	}{
		{"a failed chain", chain.Chain{ID: "1", Status: chain.Failed, Recipe: recipe.Recipe{Steps: steps}, Next: 1},
			"stead chain resume 1"},
		{"one that waits for approval", chain.Chain{ID: "1", Status: chain.Waiting, Recipe: recipe.Recipe{Steps: steps},
			Next: 1}, "stead chain resume 1 --approve (or --reject)"},
		{"one that waits for a pick", chain.Chain{ID: "1", Status: chain.Waiting, Recipe: recipe.Recipe{Steps: steps}},
			"stead chain resume 1 --pick NAME"},
	} {
		if got := goOnWith(c.of); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestStepGetsWhatTheRecipeHands(t *testing.T) {
	r := recipe.Recipe{From: "claude:1", Steps: []recipe.Step{{Hand: recipe.HandFull}, {Hand: recipe.HandFull},
		{Hand: "answer"}}}
	for step, want := range []string{"claude:1", "the session", "answer"} {
		if got := gets(r, step); got != want {
			t.Errorf("step %d gets %q, want %q", step, got, want)
		}
	}
	r.From = ""
	if got := gets(r, 0); got != "a new session" {
		t.Errorf("the first step gets %q", got)
	}
}
