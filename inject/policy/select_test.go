package policy_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/policy"
	"stead/internal/testkit/sample"
	"stead/timeline"
	"stead/writers"
)

var codex = adapter.Info{Name: "codex", Title: "Codex", Vendor: "openai"}

func vendor(cli string) string {
	return map[string]string{"claude": "anthropic", "codex": "openai"}[cli]
}

// selected returns the ids of what is delivered, a shortened output marked, and what was left out.
func selected(t *testing.T, s timeline.Stream, p policy.Policies) (ids, out []string) {
	t.Helper()
	p.Vendor = vendor
	chosen, err := policy.Select(t.Context(), s, codex, p)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // a stream is one that can be ranged over again
		ids = nil
		for e, err := range chosen.Stream.Entries {
			if err != nil {
				t.Fatal(err)
			}
			if e.Hidden {
				continue
			}
			id := e.ID
			if strings.Contains(e.Output.String(), "[stead: shortened from 40000 bytes]") {
				id += "-short"
			}
			ids = append(ids, id)
		}
	}
	var report writers.Report
	chosen.Complete(&report)
	for _, l := range report.LeftOut {
		out = append(out, fmt.Sprintf("%s %d", l.What, l.Count))
	}
	return ids, out
}

func TestHistoryPolicies(t *testing.T) {
	summarized := sample.Turns()
	summarized.Entries = withSummary(summarized.Entries)
	for _, c := range []struct {
		name   string
		stream timeline.Stream
		policy string
		window int64
		want   string
		out    string
	}{
		{"full keeps all but foreign thinking", sample.Turns(), "full", 0,
			"user1 call1 result1 answer1 user2 call2 result2 answer2 user3 call3 result3 answer3", "thinking 3"},
		{"last keeps whole turns", sample.Turns(), "last:1", 0, "user3 call3 result3 answer3", "entries 10|thinking 1"},
		{"last of more turns than there are keeps all", sample.Turns(), "last:9", 0,
			"user1 call1 result1 answer1 user2 call2 result2 answer2 user3 call3 result3 answer3", "thinking 3"},
		{"users keeps prompts alone", sample.Turns(), "users", 0, "user1 user2 user3", "entries 12"},
		{"budget shortens the oldest outputs first", sample.Turns(), "budget:22000", 0,
			"user1 call1 result1-short answer1 user2 call2 result2 answer2 user3 call3 result3 answer3",
			"ends of tool outputs 1|thinking 3"},
		{"budget then drops the oldest turns, not the first prompt", sample.Turns(), "budget:1300", 0,
			"user1 user2 call2 result2-short answer2 user3 call3 result3-short answer3",
			"ends of tool outputs 2|entries 4|thinking 2"},
		{"full becomes the target's window", sample.Turns(), "full", 22_000,
			"user1 call1 result1-short answer1 user2 call2 result2 answer2 user3 call3 result3 answer3",
			"ends of tool outputs 1|thinking 3"},
		{"summary begins at the newest summary", summarized, "summary", 0, "summary user3 call3 result3 answer3",
			"entries 10|thinking 1"},
		{"what a summary replaced costs nothing", summarized, "full", 11_000,
			"user1 call1 result1 answer1 user2 call2 result2 answer2 summary user3 call3 result3 answer3", "thinking 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			history, err := policy.ParseHistory(c.policy)
			if err != nil {
				t.Fatal(err)
			}
			ids, out := selected(t, c.stream, policy.Policies{History: history, Window: c.window})
			if diff := cmp.Diff(c.want, strings.Join(ids, " ")); diff != "" {
				t.Error(diff)
			}
			slices.Sort(out)
			if diff := cmp.Diff(c.out, strings.Join(out, "|")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// withSummary puts a compaction summary before the third turn.
func withSummary(entries func(func(*timeline.Entry, error) bool)) func(func(*timeline.Entry, error) bool) {
	return func(yield func(*timeline.Entry, error) bool) {
		for e := range entries {
			if e.ID == "user3" && !yield(&timeline.Entry{ID: "summary", Type: timeline.System,
				Content: timeline.NewText("so far"), Compaction: &timeline.Compaction{}}, nil) {
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

func TestSummaryOfASessionWithoutOneSaysWhatToDo(t *testing.T) {
	_, err := policy.Select(context.Background(), sample.Turns(), codex,
		policy.Policies{History: policy.History{Kind: policy.Summary}, Vendor: vendor})
	if !errors.Is(err, inject.ErrPolicy) || !strings.Contains(err.Error(), "/compact") {
		t.Errorf("error = %v", err)
	}
}

// A session that has to be whole is refused where it does not fit, and otherwise nothing of it is cut.
func TestAWholeSessionIsNotCut(t *testing.T) {
	whole := policy.Policies{History: policy.History{Kind: policy.Whole}, Vendor: vendor}
	all, out := selected(t, sample.Turns(), whole)
	whole.Window = 1 << 20
	if fits, _ := selected(t, sample.Turns(), whole); !slices.Equal(fits, all) || len(all) != 12 ||
		!slices.Equal(out, []string{"thinking 3"}) {
		t.Errorf("whole it is %v and without %v, in a window %v", all, out, fits)
	}
	whole.Window = 22_000
	_, err := policy.Select(t.Context(), sample.Turns(), codex, whole)
	if !errors.Is(err, inject.ErrPolicy) || !strings.Contains(err.Error(), "holds about 22000 tokens") ||
		!strings.Contains(err.Error(), "use full, which cuts it") {
		t.Errorf("error = %v", err)
	}
}

func TestThinkingPolicies(t *testing.T) {
	one := sample.Turns()
	one.Entries = timeline.Of(&timeline.Entry{ID: "a", Type: timeline.Assistant, Thinking: timeline.NewText("why"),
		Content: timeline.NewText("what"), Native: &timeline.Record{CLI: "claude"}})
	for thinking, want := range map[policy.Thinking]string{policy.DefaultThinking: "what", policy.Strip: "what",
		policy.AsText: "why\n\nwhat"} {
		chosen, err := policy.Select(t.Context(), one, codex, policy.Policies{Thinking: thinking, Vendor: vendor})
		if err != nil {
			t.Fatal(err)
		}
		for e := range chosen.Stream.Entries {
			if e.Content.String() != want || !e.Thinking.IsEmpty() || e.Native != nil {
				t.Errorf("%q gives %q, thinking %q, native %v", thinking, e.Content.String(), e.Thinking.String(), e.Native)
			}
		}
	}
	if _, err := policy.Select(t.Context(), one, codex, policy.Policies{Thinking: policy.Keep,
		Vendor: vendor}); !errors.Is(err, inject.ErrPolicy) {
		t.Errorf("keep across vendors: %v", err)
	}
	own := adapter.Info{Name: "claude", Vendor: "anthropic"}
	chosen, err := policy.Select(t.Context(), one, own, policy.Policies{Vendor: vendor})
	if err != nil {
		t.Fatal(err)
	}
	for e := range chosen.Stream.Entries {
		if e.Thinking.String() != "why" || e.Native == nil {
			t.Error("the vendor's own thinking was not kept as it was")
		}
	}
}

func TestParseHistoryRefuses(t *testing.T) {
	for _, text := range []string{"last", "last:0", "last:x", "budget:-1", "full:3", "all"} {
		if _, err := policy.ParseHistory(text); !errors.Is(err, inject.ErrPolicy) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if h, err := policy.ParseHistory("budget:1_000"); err != nil || h.N != 1000 || h.String() != "budget:1000" {
		t.Errorf("budget:1_000 gives %v, %v", h, err)
	}
}

func TestACLIThatSignsNothingTakesAnybodysThinking(t *testing.T) {
	one := timeline.Stream{Header: timeline.Header{Source: timeline.Source{CLI: "claude"}}}
	one.Entries = timeline.Of(&timeline.Entry{Type: timeline.Assistant, Content: timeline.NewText("a"),
		Thinking: timeline.NewText("hm")})
	target := adapter.Info{Name: "free", TakesThinking: true}
	for thinking, want := range map[policy.Thinking]string{policy.DefaultThinking: "hm", policy.Keep: "hm",
		policy.Strip: "", policy.AsText: ""} {
		chosen, err := policy.Select(t.Context(), one, target, policy.Policies{Thinking: thinking, Vendor: vendor})
		if err != nil {
			t.Fatal(err)
		}
		for e := range chosen.Stream.Entries {
			if got := e.Thinking.String(); got != want {
				t.Errorf("%q: thinking is %q, want %q", thinking, got, want)
			}
		}
	}
}

func TestThinkingDoesNotTravelBetweenCLIsWithoutAVendor(t *testing.T) {
	for cli, want := range map[string]bool{"free": true, "other": false} {
		one := timeline.Stream{Header: timeline.Header{Source: timeline.Source{CLI: cli}}}
		one.Entries = timeline.Of(&timeline.Entry{Type: timeline.Assistant, Content: timeline.NewText("a"),
			Thinking: timeline.NewText("hm")})
		chosen, err := policy.Select(t.Context(), one, adapter.Info{Name: "free"},
			policy.Policies{Vendor: func(string) string { return "" }})
		if err != nil {
			t.Fatal(err)
		}
		for e := range chosen.Stream.Entries {
			if got := !e.Thinking.IsEmpty(); got != want {
				t.Errorf("from %s: thinking is kept: %v, want %v", cli, got, want)
			}
		}
	}
}
