package machines

import (
	"context"
	"errors"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/remote"
)

// Connect connects to the hub that this machine has joined. Errors: [member.ErrNone], with how to join, and those of
// the connection, including [link.ErrAway].
func Connect(ctx context.Context, p *setup.Process) (*remote.Hub, error) {
	m, err := membership(p)
	if errors.Is(err, member.ErrNone) {
		return nil, unreached{&failure.Error{Code: failure.NotFound, Text: err.Error(),
			Tip: "stead hub runs one, stead join LINE joins it"}, err}
	}
	if err != nil {
		return nil, err
	}
	h, err := remote.Connect(ctx, m)
	switch {
	case errors.Is(err, link.ErrRefused):
		return nil, unreached{&failure.Error{Code: failure.Failed, Text: err.Error(),
			Tip: "stead hub invite, there, prints a line for stead join --again"}, err}
	case errors.Is(err, link.ErrAway):
		return nil, unreached{&failure.Error{Code: failure.Failed, Text: err.Error(),
			Tip: "see that stead hub runs there, and that its port is open"}, err}
	}
	return h, err
}

func membership(p *setup.Process) (member.Member, error) {
	s, err := p.Load(nil)
	if err != nil {
		return member.Member{}, err
	}
	return member.Load(s.Config.Folders.Data)
}

// IsSelf reports whether a name means this machine: the word "here", or its own name at the hub, ignoring case. It
// connects to nothing.
func IsSelf(p *setup.Process, name string) bool {
	s, err := p.Load(nil)
	return name == Here || err == nil && remote.IsSelf(s.Config.Folders.Data, name)
}
