package stats

import (
	"encoding/json"
	"testing"
)

// TestSumsOfMachinesAreOne merges what two machines answer, and what is no answer to the query.
func TestSumsOfMachinesAreOne(t *testing.T) {
	sum := func(cli string, sessions, input int64, cost *float64) Result {
		turns, calls := sessions, sessions
		f := Figures{Sessions: sessions, Turns: &turns, Calls: &calls, Failures: new(int64),
			Tokens: &Tokens{Input: input, Cost: cost}}
		return Result{By: []Dimension{ByCLI}, Rows: []Row{{Keys: []string{cli}, Figures: f}}, Total: f,
			Unpriced: []string{"m"}}
	}
	cost := 1.5
	other := sum("pi", 9, 9, nil)
	other.By = []Dimension{ByModel}
	got := Merge(Query{By: []Dimension{ByCLI}}, sum("codex", 1, 10, nil), sum("codex", 2, 20, &cost),
		sum("claude", 3, 5, nil), other)
	if len(got.Rows) != 2 || got.Rows[0].Keys[0] != "codex" || got.Rows[0].Sessions != 3 || *got.Rows[0].Turns != 3 ||
		got.Rows[0].Input != 30 || *got.Rows[0].Cost != 1.5 ||
		got.Total.Sessions != 6 || got.Total.Input != 35 || *got.Total.Cost != 1.5 || len(got.Unpriced) != 1 {
		text, _ := json.Marshal(got)
		t.Errorf("together they are %s", text)
	}
}
