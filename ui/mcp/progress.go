package mcp

import (
	"context"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// tell reports how far a call is: the bytes of sessions that were read, and those that are to be read.
type tell = func(done, total int64)

// progressTime is the shortest time between two notifications of one call.
const progressTime = 200 * time.Millisecond

// progressOf returns what tells a client how far its call is. A client that has not asked for it is told nothing. The
// protocol wants numbers that grow, so a reading that begins again is told from where it was.
func progressOf(ctx context.Context, r *sdk.CallToolRequest, now func() time.Time) tell {
	token := r.Params.GetProgressToken()
	if token == nil {
		return func(int64, int64) {}
	}
	var last time.Time
	var most int64
	return func(done, total int64) {
		if isLate := now().Sub(last) >= progressTime; done <= most || !isLate && done < total {
			return
		}
		last, most = now(), done
		_ = r.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ // a client that is gone needs no notification
			ProgressToken: token, Progress: float64(done), Total: float64(total), Message: "reading sessions, in bytes",
		})
	}
}
