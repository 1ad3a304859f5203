package setup

import (
	"context"
	"os"
	"path/filepath"

	"stead/catalog/index"
	"stead/catalog/listing"
)

// recall returns the sessions as the index knows them, brought up to date. It is false where there is no index yet, or none that can be used: a list
// does not wait for one.
func (s *Setup) recall(ctx context.Context) (sessions []listing.Session, warnings []error, ok bool) {
	if _, err := os.Stat(filepath.Join(s.Config.Folders.State, index.FileName)); err != nil {
		return nil, nil, false
	}
	x, err := s.Index(ctx)
	if err != nil {
		return nil, nil, false
	}
	report, err := x.Look(ctx)
	if err != nil {
		return nil, nil, false
	}
	known, err := x.Sessions(ctx)
	if err != nil {
		return nil, nil, false
	}
	for _, k := range known {
		sessions = append(sessions, listing.Session{Summary: k.Summary, Turns: k.Turns})
	}
	return sessions, report.Warnings, true
}
