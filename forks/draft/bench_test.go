package draft_test

import (
	"context"
	"testing"

	"stead/forks/draft"
	"stead/internal/testkit/sample"
)

// BenchmarkOpen opens a draft with some edits of a session of 50,000 entries and ranges over the copy.
func BenchmarkOpen(b *testing.B) {
	s := sample.Long(10_000)
	c, err := draft.Begin(context.Background(), s, "d1", "claude:source", noon)
	if err != nil {
		b.Fatal(err)
	}
	d := edit(b, c, drop("45000-45100"), rewrite(44_001, "another"), insert(46_000, "user", "new"),
		move("47000-47004", 44_990)).Draft
	b.ReportAllocs()
	for b.Loop() {
		opened, err := draft.Open(context.Background(), s, d)
		if err != nil {
			b.Fatal(err)
		}
		copied, err := opened.Stream(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range copied.Entries {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
