package draft_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/forks/draft"
	"stead/timeline"
)

func TestDifferenceToTheOriginal(t *testing.T) {
	c := edit(t, begin(t, work()), drop("3"), rewrite(10, "ok\nnone of them"), rewrite(4, `{"path":"new.go"}`),
		insert(8, timeline.User, "\n\nFirst\nsecond"), move("7", 2))
	got, err := c.Difference(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want := draft.Difference{
		Dropped: []draft.Different{
			{Was: 3, ID: "c1", As: timeline.ToolCall, Headline: "bash ls"},
			{Was: 5, ID: "entry-4", As: timeline.ToolResult, Headline: "main.go"},
		},
		Changed: []draft.Different{
			{Was: 4, Is: 4, ID: "c2", As: timeline.ToolCall, Headline: "read main.go",
				Diff: "@@ -1,3 +1,3 @@\n {\n-  \"path\": \"main.go\"\n+  \"path\": \"new.go\"\n }\n"},
			{Was: 10, Is: 9, ID: "entry-9", As: timeline.ToolResult, Headline: "ok",
				Diff: "@@ -1,2 +1,2 @@\n ok\n-all of them\n+none of them\n"},
		},
		Inserted: []draft.Different{{Is: 6, ID: "user-0-8", As: timeline.User, Headline: "First"}},
		Moved:    []draft.Different{{Was: 7, Is: 2, ID: "entry-6", As: timeline.Assistant, Headline: "It is fixed."}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if none, err := begin(t, work()).Difference(context.Background()); err != nil || !none.IsNone() {
		t.Errorf("an unedited copy has the difference %+v, %v", none, err)
	}
}
