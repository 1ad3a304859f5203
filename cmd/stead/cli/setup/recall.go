package setup

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"stead/catalog/index"
	"stead/catalog/listing"
	"stead/catalog/search"
)

// recall returns the sessions in the index, after bringing it up to date. Ok is false if there is no index yet, or none
// that can be used: a list does not wait for one.
func (ix *Index) recall(ctx context.Context) (sessions []listing.Session, warnings []error, ok bool) {
	if !ix.hasIndex() {
		return nil, nil, false
	}
	x, err := ix.Open(ctx)
	if err != nil {
		return nil, nil, false
	}
	known, report, err := x.List(ctx)
	if err != nil {
		return nil, nil, false
	}
	sessions = make([]listing.Session, 0, len(known))
	references := make(map[int64]string, len(known))
	for _, k := range known {
		references[k.N] = k.Summary.CLI + ":" + k.Summary.ID
	}
	for _, k := range known {
		sessions = append(sessions, listing.Session{Summary: k.Summary, Turns: k.Turns, Within: references[k.Within],
			Compared: k.Compared})
	}
	return sessions, report.Warnings, true
}

func (ix *Index) hasIndex() bool {
	_, err := os.Stat(filepath.Join(ix.setup.Config.Folders.State, index.FileName))
	return err == nil
}

// searchTexts returns the sessions whose texts contain the words, using the index, which it brings up to date. Ok is
// false if there is no index. The error is a *search.QueryError for words that are not a valid query.
func (ix *Index) searchTexts(ctx context.Context, words []string) (sessions map[string]bool, ok bool, err error) {
	if !ix.hasIndex() {
		return nil, false, nil
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		if quoted[i] = w; strings.ContainsRune(w, ' ') {
			quoted[i] = `"` + strings.ReplaceAll(w, `"`, "") + `"`
		}
	}
	query, err := search.Parse(strings.Join(quoted, " "), ix.setup.Host.Now())
	if err != nil {
		return nil, false, err
	}
	x, err := ix.Open(ctx)
	if err != nil {
		return nil, false, err
	}
	if _, err := x.Refresh(ctx, nil); err != nil {
		return nil, false, err
	}
	sessions, err = ix.Searcher(x).Sessions(ctx, query)
	return sessions, err == nil, err
}
