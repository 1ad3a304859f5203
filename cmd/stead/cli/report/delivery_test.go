package report_test

import (
	"slices"
	"strings"
	"testing"

	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/setup"
	"stead/forks"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

func TestDeliverySaysWhatArrivesAndWhatDoesNot(t *testing.T) {
	amounts := func(n, characters int64) writers.Amounts {
		return writers.Amounts{writers.Prompts: {Items: int(n), Characters: characters}}
	}
	masked := []writers.MaskedSecret{{Rule: "aws-access-token", Where: "a prompt", Count: 2}}
	for _, c := range []struct {
		name   string
		report writers.Report
		want   []string
	}{
		{"nothing lost", writers.Report{Entries: 3}, []string{"delivered  3 entries",
			"secrets    not checked (--redact masks them)"}},
		{
			"nearly all arrives", writers.Report{Context: writers.Measure{Known: amounts(10, 100_000),
				Arrives: amounts(9, 99_999)}},
			[]string{"delivered  0 entries", "context    9 of 10 items arrive, 99.9 % of their characters",
				"secrets    not checked (--redact masks them)"},
		},
		{
			"a record that nobody knows", writers.Report{Context: writers.Measure{
				Known:   writers.Amounts{writers.Prompts: {Items: 2, Characters: 9}, writers.Unread: {Items: 1}},
				Arrives: amounts(2, 9),
			}},
			[]string{"delivered  0 entries",
				"context    2 of 3 items arrive, 66.7 % of them; how much the unknown and damaged ones say cannot be told",
				"secrets    not checked"},
		},
		{
			"what each CLI makes anew", writers.Report{Context: writers.Measure{Known: amounts(1, 1), Arrives: amounts(1, 1),
				Rebuilt: writers.Amounts{
					writers.Kind(timeline.Catalog): {Items: 2}, writers.Kind(timeline.Environment): {Items: 1},
				}}},
			[]string{"delivered  0 entries", "context    1 of 1 items arrive, 100 %",
				"replaced   date and folder, tool lists: the target adds its own", "secrets    not checked"},
		},
		{
			"losses", writers.Report{
				LeftOut: []writers.LeftOut{{What: "hooks", Why: "each CLI has its own", Count: 2}},
				Losses: writers.Losses{{What: "thinking", Why: "it is signed", Count: 1},
					{Kind: writers.Approximate, What: "times", Why: "they are rounded", Count: 1}},
				Branches: []string{"codex:2"}, Secrets: writers.Secrets{Check: writers.Checked},
			},
			[]string{"delivered  0 entries", "lost       thinking", "approximate times", "left out   hooks (2)",
				"branch     codex:2", "secrets    none found"},
		},
		{
			"secrets that were masked", writers.Report{Secrets: writers.Secrets{Check: writers.Checked, Masked: masked}},
			[]string{"delivered", "secrets    2 found and masked", "masked     "},
		},
		{
			"secrets that go", writers.Report{Secrets: writers.Secrets{Check: writers.Checked, Sent: masked}},
			[]string{"delivered", "secrets    2 found and sent as they are (--redact masks them)", "sent       "},
		},
		{"the same vendor", writers.Report{Secrets: writers.Secrets{Check: writers.SameVendor}},
			[]string{"delivered", "secrets    not checked: their recipient already has them"}},
	} {
		got := report.Delivery(c.report)
		if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
			t.Errorf("%s: it says\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestArrivalSaysWhereASessionCameFrom(t *testing.T) {
	p := setup.NewProcess(nil, []string{"HOME=/home/u"}, "", nil, nil, nil)
	from, to := runs.Session{CLI: "claude", ID: "1"}, delivery.Plan{}
	to.Dir = "/home/u/app"
	for want, change := range map[string]func(*delivery.Plan){
		"a new session, pi:2, in ~/app": func(*delivery.Plan) {},
		"claude:1 -> pi:2 in ~/app":     func(p *delivery.Plan) { p.From = from },
		"pi:2 continues in ~/app":       func(p *delivery.Plan) { p.From, p.Resumed = from, true },
	} {
		plan := to
		plan.To.CLI, plan.To.ID = "pi", "2"
		change(&plan)
		if got := report.Arrival(p, plan); got[0] != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	cut := to
	cut.From, cut.Cut = from, &forks.Cut{Gone: 4}
	if got := report.Arrival(p, cut)[1]; !strings.HasPrefix(got, "cut        ") ||
		!strings.HasSuffix(got, "; 4 entries of its conversation stay behind") {
		t.Errorf("of a cut it says %q", got)
	}
}

func TestLineThatOpensASessionCanBePasted(t *testing.T) {
	plan := delivery.Plan{Command: []string{"/opt/bin/codex", "resume", "a b"}}
	if got := report.OpenLine("~/my app", plan); got != "cd '~/my app' && codex resume 'a b'" {
		t.Errorf("it is %s", got)
	}
	if got := report.OpenLine("~/app", plan); !strings.HasPrefix(got, "cd ~/app && ") {
		t.Errorf("it is %s", got)
	}
}
