package exchange

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/timeline"
	"stead/writers"
)

// plainWriter writes a line per entry and remembers the id that it was given.
type plainWriter struct {
	vendor string
	id     *string
}

func (w plainWriter) Info() adapter.Info {
	return adapter.Info{Name: "target", Vendor: w.vendor, Portable: w.vendor == ""}
}

func (w plainWriter) Plan(_ adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	*w.id = o.ID
	return writers.Plan{ID: o.ID, Stream: s, Options: o}, nil
}

func (w plainWriter) Encode(_ context.Context, dst io.Writer, plan writers.Plan) (report writers.Report, err error) {
	for e, err := range plan.Stream.Entries {
		if err != nil {
			return report, err
		}
		if _, err := io.WriteString(dst, e.ID+" "+e.Content.String()+e.Thinking.String()+"\n"); err != nil {
			return report, err
		}
		report.Entries++
	}
	return report, nil
}

func (w plainWriter) Write(context.Context, writers.Plan) (writers.Receipt, error) {
	return writers.Receipt{}, errors.New("a conversion writes nothing into a store")
}

func session(cli string, children int) timeline.Stream {
	s := timeline.Stream{
		Header: timeline.Header{ID: "own", Source: timeline.Source{CLI: cli}},
		Entries: timeline.Of(
			&timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText("ask")},
			&timeline.Entry{ID: "2", Type: timeline.Assistant, Thinking: timeline.NewText("think")},
			&timeline.Entry{ID: "3", Type: timeline.Assistant, Content: timeline.NewText("answer")},
		),
	}
	for range children {
		s.Children = append(s.Children, timeline.Stream{Entries: timeline.Of()})
	}
	return s
}

func TestConversion(t *testing.T) {
	const whole, bare = "1 ask\n2 think\n3 answer\n", "1 ask\n3 answer\n"
	for _, c := range []struct {
		name, from, vendor string
		thinking           policy.Thinking
		want, id           string
	}{
		{"the same format keeps id and thinking", "target", "us", policy.DefaultThinking, whole, "own"},
		{"another vendor gets no thinking, and a new id", "source", "us", policy.DefaultThinking, bare, ""},
		{"another vendor, as text", "source", "us", policy.AsText, whole, ""},
		{"a format of no CLI keeps everything", "source", "", policy.DefaultThinking, whole, "own"},
		{"a format of no CLI, asked to keep", "source", "", policy.Keep, whole, "own"},
		{"a format of no CLI, asked to strip", "source", "", policy.Strip, bare, "own"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			var id string
			conversion := Conversion{
				Source: session(c.from, 0), Target: plainWriter{c.vendor, &id},
				Policies: policy.Policies{Thinking: c.thinking, Vendor: func(cli string) string {
					return map[string]string{"target": "us", "source": "them"}[cli]
				}},
			}
			if _, err := conversion.Encode(context.Background(), &out); err != nil {
				t.Fatal(err)
			}
			if out.String() != c.want || id != c.id {
				t.Errorf("got %q as %q, want %q as %q", out.String(), id, c.want, c.id)
			}
		})
	}
}

func TestSubagentsThatDoNotFitAreALoss(t *testing.T) {
	for vendor, want := range map[string]int{"us": 1, "": 0} {
		var id string
		c := Conversion{Source: session("target", 2), Target: plainWriter{vendor, &id},
			Policies: policy.Policies{Vendor: func(string) string { return vendor }}}
		report, err := c.Encode(context.Background(), io.Discard)
		if err != nil || len(report.Losses) != want {
			t.Errorf("vendor %q: losses %v, %v; want %d", vendor, report.Losses, err, want)
		}
	}
}

func TestThinkingThatNobodyAcceptsIsRefused(t *testing.T) {
	var id string
	c := Conversion{Source: session("source", 0), Target: plainWriter{"us", &id},
		Policies: policy.Policies{Thinking: policy.Keep, Vendor: func(string) string { return "them" }}}
	if _, err := c.Encode(context.Background(), io.Discard); !errors.Is(err, inject.ErrPolicy) {
		t.Errorf("error %v, want %v", err, inject.ErrPolicy)
	}
}

// memoryDraft is a draft in memory that counts how often it was begun anew.
type memoryDraft struct {
	strings.Builder
	restarts int
}

func (d *memoryDraft) Restart() error {
	d.Reset()
	d.restarts++
	return nil
}

func (d *memoryDraft) Written() (io.ReaderAt, int64, error) {
	return strings.NewReader(d.String()), int64(d.Len()), nil
}

// labelled finds what stands behind "key=".
type labelled struct{}

func (labelled) Find(text string) []redaction.Secret {
	if _, value, ok := strings.Cut(text, "key="); ok {
		return []redaction.Secret{{Rule: "key", Value: value}}
	}
	return nil
}

func (l labelled) FindInside(raw []byte) []redaction.Secret { return l.Find(string(raw)) }

// TestDraftIsWrittenAnewForASecret has a secret stand alone before the entry that tells it, so that what was written up
// to there must not stay.
func TestDraftIsWrittenAnewForASecret(t *testing.T) {
	plain := []*timeline.Entry{
		{ID: "1", Type: timeline.User, Content: timeline.NewText("hunter2hunter2hunter2")},
		{ID: "2", Type: timeline.Assistant, Content: timeline.NewText("thanks")},
	}
	telling := append(slices.Clone(plain), &timeline.Entry{ID: "3", Type: timeline.User,
		Content: timeline.NewText("key=hunter2hunter2hunter2")})
	const masked = "1 [redacted: key]\n2 thanks\n3 key=[redacted: key]\n"
	for _, c := range []struct {
		name     string
		entries  []*timeline.Entry
		children []timeline.Stream
		want     string
		reads    int
		restarts int
	}{
		{"no secret", plain, nil, "1 hunter2hunter2hunter2\n2 thanks\n", 1, 0},
		{"a secret before what tells it", telling, nil, masked, 2, 1},
		{"a secret", telling[1:], nil, masked[len("1 [redacted: key]\n"):], 1, 0},
		{"a sub-agent", telling, []timeline.Stream{{Entries: timeline.Of()}}, masked, 2, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out memoryDraft
			var id string
			reads := 0
			source := timeline.Stream{
				Header: timeline.Header{Source: timeline.Source{CLI: "source"}}, Children: c.children,
				Entries: func(yield func(*timeline.Entry, error) bool) {
					reads++
					timeline.Of(c.entries...)(yield)
				},
			}
			policies := policy.Policies{Redaction: redaction.Mask, Detector: labelled{},
				Vendor: func(cli string) string { return cli }}
			if _, err := (Conversion{Source: source, Target: plainWriter{"us", &id}, Policies: policies}).Encode(
				context.Background(), &out); err != nil {
				t.Fatal(err)
			}
			if out.String() != c.want || reads != c.reads || out.restarts != c.restarts {
				t.Errorf("got %q with %d reads and %d restarts, want %q with %d and %d", out.String(), reads, out.restarts,
					c.want, c.reads, c.restarts)
			}
		})
	}
}

// refusing is a writer that accepts no id but those that it is not wished for.
type refusing struct{ plainWriter }

func (w refusing) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	naming := writers.Naming{Info: adapter.Info{Name: "target"}, IsID: func(id string) bool { return id != "own" }}
	plan, err := naming.Plan(store, s, o)
	*w.id = plan.ID
	return plan, err
}

// Other programs write a CLI's format under ids that the CLI itself does not accept.
func TestAnIDThatTheCLIDoesNotAcceptIsReplaced(t *testing.T) {
	var id string
	c := Conversion{Source: session("target", 0), Target: refusing{plainWriter{"v", &id}}}
	c.Options.NewID = func() string { return "new" }
	c.Policies.Vendor = func(string) string { return "v" }
	if _, err := c.Encode(t.Context(), io.Discard); err != nil || id != "new" {
		t.Errorf("%q, %v", id, err)
	}
	c.Options.ID = "own"
	if _, err := c.Encode(t.Context(), io.Discard); !errors.Is(err, writers.ErrID) {
		t.Errorf("an id that was asked for: %v", err)
	}
}
