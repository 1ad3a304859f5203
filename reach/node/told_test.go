package node

import (
	"strings"
	"testing"

	"stead/catalog/listing"
	"stead/timeline"
)

func TestSecretsInTitlesAreMaskedOnce(t *testing.T) {
	asked := 0
	all := &titles{mask: func(text string) string { asked++; return strings.ReplaceAll(text, "secret", "***") }}
	for range 3 {
		rows := []listing.Row{{Summary: timeline.Summary{Title: "a secret"}}, {Summary: timeline.Summary{Title: "none"}}}
		if all.replace(rows); rows[0].Title != "a ***" || rows[1].Title != "none" {
			t.Errorf("they are %+v", rows)
		}
	}
	if asked != 2 {
		t.Errorf("of two titles %d were searched", asked)
	}
}
