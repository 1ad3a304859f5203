package index

import (
	"context"
	"fmt"
	"time"

	"github.com/gofrs/flock"
)

// again is how long a refresh waits before it looks again whether another one has ended.
const again = 20 * time.Millisecond

// lockFile waits until nobody else refreshes the database at a path, in this process or another one. The lock ends when
// it is closed, or the process ends.
func lockFile(ctx context.Context, path string) (*flock.Flock, error) {
	lock := flock.New(path+".refresh", flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, again); err != nil {
		return nil, fmt.Errorf("lock the catalog: %w", err)
	}
	return lock, nil
}
