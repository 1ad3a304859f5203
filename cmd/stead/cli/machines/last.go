package machines

import (
	"context"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/reach/member"
	"stead/reach/remote"
)

// Known returns where this machine keeps what it knows of the sessions and runs of other machines. Self is this
// machine's key.
func Known(s *setup.Setup, self string) remote.KnownOptions {
	return remote.KnownOptions{Data: s.Config.Folders.Data, State: s.Config.Folders.State, Self: self, Now: s.Host.Now}
}

func openKnown(ctx context.Context, p *setup.Process, m member.Member) (*remote.Known, error) {
	s, err := p.Load(nil)
	if err != nil {
		return &remote.Known{}, err
	}
	return remote.OpenKnown(ctx, Known(s, m.Key))
}

// ago says how long ago something was.
func ago(d time.Duration) string {
	if d < time.Minute {
		return "just now"
	}
	return term.Age(d) + " ago"
}
