package search

import (
	"slices"
	"strings"
	"testing"

	"stead/internal/testkit/fixtures"
)

func excerptOf(t *testing.T, query, text string) []Span {
	t.Helper()
	q, err := Parse(query, fixtures.Now)
	if err != nil {
		t.Fatal(err)
	}
	parts, ok := q.excerpt(text)
	if !ok {
		t.Fatalf("%q does not stand in a text of %d bytes", query, len(text))
	}
	return parts
}

func matchesOf(parts []Span) []string {
	var found []string
	for _, part := range parts {
		if part.Match {
			found = append(found, part.Text)
		}
	}
	return found
}

// TestExcerptHasTheMostDifferentTerms has a place where one term stands often, and a later one where two terms stand.
func TestExcerptHasTheMostDifferentTerms(t *testing.T) {
	far := strings.Repeat("- ", 200)
	got := matchesOf(excerptOf(t, "token parser", "parser parser parser parser "+far+"parser of a token "+far+
		"token parser"))
	if want := []string{"parser", "token"}; !slices.Equal(got, want) {
		t.Errorf("%q are marked, want %q", got, want)
	}
}

// TestTextWithManyMatchesIsQuick has a text of which each word is a match. Comparing each match with every other would
// take minutes.
func TestTextWithManyMatchesIsQuick(t *testing.T) {
	text := strings.Repeat("go ", 150_000) + "stop"
	if got := matchesOf(excerptOf(t, "go stop", text)); got[len(got)-1] != "stop" {
		t.Errorf("the only place with both words is not shown, but %q", got)
	}
}

func BenchmarkExcerptOfManyMatches(b *testing.B) {
	text := strings.Repeat("go ", 100_000)
	q, err := Parse("go", fixtures.Now)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		q.excerpt(text)
	}
}
