package mcp

import (
	"context"
	"slices"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stead/catalog/search"
)

// A client that asks for it is told how far a search is: a few times a second, the end in any case, and never less than
// before.
func TestASearchTellsHowFarItIs(t *testing.T) {
	o := machine(t)
	at := time.Now()
	o.Now = func() time.Time { return at }
	o.Search = func(_ context.Context, _ search.Query, _ int, progress func(done, total int64)) (search.Result, error) {
		progress(10, 100)
		progress(20, 100) // too soon
		at = at.Add(progressTime)
		progress(30, 100)
		at = at.Add(progressTime)
		progress(5, 100) // it begins again
		progress(100, 100)
		return search.Result{}, nil
	}
	told := make(chan *sdk.ProgressNotificationParams, 10)
	c := clientWith(t, o, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { told <- r.Params },
	})
	asked := &sdk.CallToolParams{Name: "search_sessions", Arguments: map[string]any{"query": "word"}}
	if _, err := c.CallTool(t.Context(), asked); err != nil {
		t.Fatal(err)
	}
	asked.SetProgressToken("mine")
	if _, err := c.CallTool(t.Context(), asked); err != nil {
		t.Fatal(err)
	}
	var got []float64
	for len(got) < 3 {
		p := <-told
		got = append(got, p.Progress)
		if p.ProgressToken != "mine" || p.Total != 100 || p.Message == "" {
			t.Errorf("told is %+v", p)
		}
	}
	if want := []float64{10, 30, 100}; !slices.Equal(got, want) || len(told) > 0 {
		t.Errorf("told is %v and %d more, want %v", got, len(told), want)
	}
}
