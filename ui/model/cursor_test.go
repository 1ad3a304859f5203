package model

import (
	"errors"
	"slices"
	"testing"
	"time"

	"stead/catalog/listing"
	"stead/timeline"
)

// rows are sessions by their ids, the newest first.
func rows(ids ...string) []listing.Row {
	var all []listing.Row
	for i, id := range ids {
		all = append(all, listing.Row{Summary: timeline.Summary{CLI: "claude", ID: id, Updated: time.Unix(int64(1000-i), 0)}})
	}
	return all
}

// A list continues after the last session shown, whatever has changed meanwhile: no session is left out, and none
// appears twice.
func TestListGoesOnBehindASession(t *testing.T) {
	before := rows("a", "b", "c", "d", "e")
	after := cursorAt(before, 2).String()
	changed := func(change func([]listing.Row) []listing.Row) []listing.Row { return change(slices.Clone(before)) }
	for name, c := range map[string]struct {
		rows []listing.Row
		want string
	}{
		"nothing":                 {before, "c"},
		"a new one comes":         {append(rows("new"), before...), "c"},
		"one that was shown goes": {changed(func(r []listing.Row) []listing.Row { return r[1:] }), "c"},
		"the last one goes":       {changed(func(r []listing.Row) []listing.Row { return slices.Delete(r, 1, 2) }), "c"},
		"one behind moves to the top": {changed(func(r []listing.Row) []listing.Row {
			return append([]listing.Row{r[4]}, r[:4]...)
		}), "c"},
		"the last one moves to the top": {changed(func(r []listing.Row) []listing.Row {
			r[1].Updated = time.Unix(2000, 0)
			return []listing.Row{r[1], r[0], r[2], r[3], r[4]}
		}), "c"},
	} {
		from, err := begin(c.rows, after)
		if err != nil || c.rows[from].ID != c.want {
			t.Errorf("%s: it goes on at %d, %v, want %s", name, from, err, c.want)
		}
	}
	if from, err := begin(nil, after); from != 0 || err != nil {
		t.Errorf("where all are gone it goes on at %d, %v", from, err)
	}
	for _, wrong := range []string{"nonsense", "e30", "bnVsbA", after[:len(after)-4]} {
		if _, err := begin(before, wrong); !errors.Is(err, ErrQuery) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
