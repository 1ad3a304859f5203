package blocks_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stead/forks/draft"
	"stead/forks/draft/blocks"
	"stead/internal/testkit"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func work() timeline.Stream {
	failed := sample.Result("c2", "")
	failed.Success, failed.Error = false, timeline.NewText("no such file")
	return sample.Conversation(
		sample.User("Fix the bug\n\n"),
		sample.Told(timeline.Hook, "SessionStart", "", "=== 1 is no block\n\\=== and neither is this"),
		sample.Assistant("I look."),
		sample.Command("c1"),
		sample.Call("c2", timeline.Read, "", `{"path":"main.go","limit":3}`),
		sample.Result("c1", "main.go\r\n\x1b[31mred"),
		failed,
		sample.Assistant("It is fixed."),
	)
}

func begin(t testing.TB) *draft.Copy {
	t.Helper()
	c, err := draft.Begin(context.Background(), work(), "d1", "claude:source", noon)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func write(t testing.TB, c *draft.Copy) string {
	t.Helper()
	var b bytes.Buffer
	if err := blocks.Write(context.Background(), &b, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func read(c *draft.Copy, text string) ([]draft.Change, error) {
	made := 0
	return blocks.Read(context.Background(), strings.NewReader(text), c, func() string {
		made++
		return fmt.Sprintf("new-%d-%d", len(c.Draft.Steps), made)
	})
}

// became applies an edited text to a copy.
func became(t testing.TB, c *draft.Copy, text string) *draft.Copy {
	t.Helper()
	changes, err := read(c, text)
	if err != nil {
		t.Fatal(err)
	}
	edited, err := c.With(noon, changes...)
	if err != nil {
		t.Fatal(err)
	}
	return edited
}

// ids are the ids of the copy's entries in their order.
func ids(t testing.TB, c *draft.Copy) string {
	t.Helper()
	s, err := c.Stream(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, strings.TrimPrefix(e.ID, "entry-"))
	}
	return strings.Join(all, " ")
}

func TestTextOfACopy(t *testing.T) {
	testkit.Golden(t, "testdata/work.txt", []byte(write(t, begin(t))))
}

func TestTextThatWasNotEditedChangesNothing(t *testing.T) {
	c := begin(t)
	text := write(t, c)
	for _, same := range []string{text, "", "nothing but a remark\n",
		strings.ReplaceAll(text, "\n\n=== ", "\n\n\n\n=== "), strings.ReplaceAll(text, "\n\n=== ", "\n=== ")} {
		if changes, err := read(c, same); len(changes) > 0 || err != nil {
			t.Errorf("%d changes, %v of %q", len(changes), err, same)
		}
	}
}

func TestEditedText(t *testing.T) {
	block := func(text string, number int) string {
		at := strings.Index(text, fmt.Sprintf("=== %d ", number))
		end := strings.Index(text[at+1:], "\n=== ")
		return text[at : at+1+end+1]
	}
	for name, c := range map[string]struct {
		edit func(text string) string
		want string
	}{
		"a block is deleted": {func(text string) string { return strings.Replace(text, block(text, 3), "", 1) },
			"0 1 c1 c2 5 6 7"},
		"a call is deleted": {func(text string) string { return strings.Replace(text, block(text, 4), "", 1) },
			"0 1 2 c2 6 7"},
		"a result is deleted": {func(text string) string { return strings.Replace(text, block(text, 7), "", 1) },
			"0 1 2 c1 5 7"},
		"all behind the end is gone": {func(text string) string {
			return strings.Replace(text, "=== 5 ", "=== end\n=== 5 ", 1)
		}, "0 1 2"},
		"a block goes to the end": {func(text string) string {
			b := block(text, 3)
			return strings.Replace(strings.Replace(text, b, "", 1), "=== end", b+"=== end", 1)
		}, "0 1 c1 c2 5 6 7 2"},
		"a result goes behind others": {func(text string) string {
			b := block(text, 6)
			return strings.Replace(strings.Replace(text, b, "", 1), "=== end", b+"=== end", 1)
		}, "0 1 2 c1 c2 6 7 5"},
		"a message is added": {func(text string) string {
			return strings.Replace(text, "=== 3 ",
				"=== new user\nWait\n\n=== 3 ", 1)
		}, "0 1 new-0-1 2 c1 c2 5 6 7"},
		"all turns round": {func(text string) string {
			return block(text, 8) + block(text, 5) + block(text, 7) + block(text, 4) + block(text, 6) + block(text, 3) +
				block(text, 2) + block(text, 1)
		}, "7 c2 6 c1 5 2 1 0"},
	} {
		t.Run(name, func(t *testing.T) {
			whole := begin(t)
			if got := ids(t, became(t, whole, c.edit(write(t, whole)))); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestRewrittenText(t *testing.T) {
	c := begin(t)
	edited := became(t, c, strings.NewReplacer("Fix the bug", "Find it", `"limit": 3`, `"limit": 4`, "no such file",
		"gone").Replace(write(t, c)))
	d, err := edited.Difference(context.Background())
	if err != nil || len(d.Changed) != 3 || len(d.Dropped)+len(d.Moved)+len(d.Inserted) > 0 {
		t.Fatalf("the difference is %+v, %v", d, err)
	}
	s, _ := edited.Stream(context.Background())
	var all []*timeline.Entry
	for e := range s.Entries {
		all = append(all, e)
	}
	if got := all[0].Content.String(); got != "Find it\n\n" {
		t.Errorf("the prompt became %q", got)
	}
	if got := string(all[4].Input); got != `{"path":"main.go","limit":4}` {
		t.Errorf("the arguments became %s", got)
	}
}

func TestTextThatIsNotUnderstood(t *testing.T) {
	for text, want := range map[string]string{
		"=== 1 user\nx\n=== 1 user\ny\n": "line 3: entry 1 stands in line 1 already",
		"=== one\n":                      `line 1: "one" is neither the number of an entry nor new`,
		"=== new\nx\n":                   "line 1: say whose the new message is",
		"=== \nx\n":                      "line 1: === needs the number of an entry",
		"=== 9 user\nx\n":                "there is no entry 9: it has 8 entries",
	} {
		if _, err := read(begin(t), text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
	c := begin(t)
	text := write(t, c)
	call, result := text[strings.Index(text, "=== 4 "):strings.Index(text, "=== 5 ")], text[strings.Index(text,
		"=== 6 "):strings.Index(text, "=== 7 ")]
	changes, err := read(c, strings.NewReplacer(result, "", call, result+call).Replace(text))
	if err == nil {
		_, err = c.With(noon, changes...)
	}
	if err == nil || !strings.Contains(err.Error(),
		"entry 6 is the result of the call entry 4 and cannot stand before it") {
		t.Errorf("a result before its call: %v", err)
	}
}

func TestTextOfAnEarlierRevisionIsRefused(t *testing.T) {
	c := begin(t)
	text := write(t, c)
	if _, err := read(became(t, c, strings.Replace(text, "I look.", "Looking.", 1)), text); !errors.Is(err,
		draft.ErrRevision) {
		t.Errorf("error %v", err)
	}
}

// TestAnyOrderIsReached deletes and shuffles blocks at random: the copy becomes what the text says.
func TestAnyOrderIsReached(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(rt, "entries")
		var all []*timeline.Entry
		for i := range n {
			all = append(all, sample.User(fmt.Sprint("prompt ", i+1)))
		}
		c, err := draft.Begin(context.Background(), sample.Conversation(all...), "d1", "claude:source", noon)
		if err != nil {
			rt.Fatal(err)
		}
		order := rapid.Permutation(numbers(n)).Draw(rt, "order")[:rapid.IntRange(1, n).Draw(rt, "kept")]
		var text, want strings.Builder
		for at, number := range order {
			fmt.Fprintf(&text, "=== %d\nprompt %[1]d\n", number)
			fmt.Fprintf(&want, "%d ", number-1)
			if rapid.Bool().Draw(rt, "is new behind it") {
				fmt.Fprintf(&text, "=== new assistant\nnew %d\n", at)
				fmt.Fprintf(&want, "new ")
			}
		}
		if got := ids(t, became(t, c, text.String())); strings.TrimSpace(want.String()) != withoutNumbers(got) {
			rt.Fatalf("got %s, want %s", got, want.String())
		}
	})
}

func numbers(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

func withoutNumbers(ids string) string {
	words := strings.Fields(ids)
	for i, word := range words {
		if strings.HasPrefix(word, "new-") {
			words[i] = "new"
		}
	}
	return strings.Join(words, " ")
}

func FuzzRead(f *testing.F) {
	f.Add("=== 1 user\nx\n=== new user\n\n=== end\n")
	f.Fuzz(func(t *testing.T, text string) {
		c := begin(t)
		changes, err := read(c, text)
		if err == nil {
			_, _ = c.With(noon, changes...)
		}
	})
}
