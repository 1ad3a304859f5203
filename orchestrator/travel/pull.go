package travel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"stead/reach/journey"
	"stead/reach/remote"
)

// Pull brings a session of another machine here, to continue in the folder that this machine has of the same
// repository, or in a worktree of what it has there. The other machine masks the session's secrets.
type Pull struct {
	Home
	Hub     *remote.Hub
	Machine string
	// Reference is the session's on its machine, Flags are the flags that the machine gets with it.
	Reference string
	Flags     []string
	// IsTrial says that the session is only looked at: no run is taken over.
	IsTrial bool
}

// Bring brings the session, and its work if this machine lacks it and the user has named no folder. If the machine is
// away, it brings what the hub has of the run. Errors: ErrNotFound, those of git and of the hub, the other machine's
// words.
func (in Pull) Bring(ctx context.Context, hasFolder bool) (a journey.Arrival, err error) {
	a, err = in.bring(ctx, hasFolder)
	failed := (*remote.FailedError)(nil)
	if errors.As(err, new(*remote.AwayError)) {
		return in.bringFromHub(ctx, err)
	}
	if errors.As(err, &failed) && failed.Code == remote.NotFound {
		err = in.orRemoved(ctx, err)
	}
	return a, err
}

func (in Pull) bring(ctx context.Context, hasFolder bool) (a journey.Arrival, err error) {
	folders, err := in.Folders(ctx)
	if err != nil {
		return a, err
	}
	folders = append(folders, in.Sources.Catalog.Dir())
	a, said, err := in.take(ctx, PartGive, nil, folders)
	if err != nil {
		return a, err
	}
	defer func() { in.User.Messages(said) }()
	if a.Dir != "" || hasFolder {
		return a, nil
	}
	return in.withWork(ctx, a, folders)
}

// withWork brings the session once more, with the work in its folder. If the other machine does not give that, the
// session that has come stays.
func (in Pull) withWork(ctx context.Context, a journey.Arrival, folders []string) (journey.Arrival, error) {
	here, err := journey.Look(ctx, folders, a.Origin)
	if err != nil {
		return a, err
	}
	haves, err := json.Marshal(here.Haves)
	if err != nil {
		return a, err
	}
	whole, _, err := in.take(ctx, PartWork, bytes.NewReader(haves), folders)
	if isRefused(err) && ctx.Err() == nil {
		in.User.Note(fmt.Sprintf(
			"the work in its folder does not come: %v; --cwd says in which folder here it goes on", err))
		return a, nil
	}
	if err == nil {
		err = in.arrivals().Remove(ctx, a)
	}
	return whole, err
}

// isRefused reports whether the other machine does not give what it was asked for, or could not be asked.
func isRefused(err error) bool {
	return errors.As(err, new(*remote.FailedError)) || errors.As(err, new(*remote.AwayError)) ||
		errors.As(err, new(*remote.UnknownError))
}

// take takes in what the other machine gives, and returns what the machine says about it.
func (in Pull) take(ctx context.Context, part string, question io.Reader,
	folders []string) (a journey.Arrival, said []string, err error) {
	line := slices.Concat([]string{Verb, part, in.Reference}, in.Flags)
	said, err = receive(ctx, in.Hub, in.Machine, line, question, func(r io.Reader) error {
		a, err = in.arrivals().Take(ctx, in.Machine, r, folders)
		return err
	})
	return a, said, err
}
