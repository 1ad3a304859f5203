package exchange

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"stead/adapters/adapter"
	"stead/forks"
	"stead/inject"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/internal/sys/installed"
	"stead/readers"
	"stead/timeline"
	"stead/writers"
)

// Import brings sessions from files into the store of a CLI, without starting the CLI.
type Import struct {
	Reader readers.Reader
	Writer writers.Writer
	Driver inject.Driver
	Host   adapter.Host
	// Find finds the CLI's program, whose version decides the form of the session. If it is not installed (an error that
	// wraps installed.ErrNotInstalled), the newest tested version decides.
	Find func(context.Context, inject.Driver) (installed.Program, error)
	// Dir is the working folder in which the sessions continue. Empty means each session's own folder.
	Dir string
	// Model is the CLI's model for them, if its format names one. Empty leaves that to the CLI's configuration.
	Model string
	// Vendor returns the vendor of a CLI, by its name.
	Vendor func(cli string) string
	NewID  func() string
	// ID is the session's id in the CLI's store. Empty means a new id.
	ID string
	// Redaction says whether the secrets that Secrets finds are masked.
	Redaction redaction.Policy
	Secrets   redaction.Detector
	// Lineage records what was delivered, so that statistics do not count it as the CLI's work. Its zero value records
	// nothing, for a session whose run's record says so.
	Lineage forks.Log
}

// ErrNoFolder says that a session does not name its working folder, and none was given.
var ErrNoFolder = errors.New("no working folder")

// Deliver writes a session into the CLI's store as a new one, and proves that it is there. Errors: ErrNoFolder, and
// those of [injection.Target.Deliver] and [forks.Log.Append].
func (i Import) Deliver(ctx context.Context, s timeline.Stream) (writers.Receipt, error) {
	dir := cmp.Or(i.Dir, s.Header.Project.Path)
	if dir == "" {
		return writers.Receipt{}, fmt.Errorf("%w: the session does not name its working folder; name a folder with --cwd",
			ErrNoFolder)
	}
	program, err := i.Find(ctx, i.Driver)
	if err != nil && !errors.Is(err, installed.ErrNotInstalled) {
		return writers.Receipt{}, err
	}
	info := i.Driver.Info()
	environment := inject.Environment{Host: i.Host, Store: adapter.Store{CLI: info.Name, Root: i.Driver.Home(i.Host)},
		Dir: dir}
	if p, ok := i.Driver.(inject.Preparer); ok {
		if _, needed := p.Preparation(environment); needed {
			return writers.Receipt{}, fmt.Errorf("%s has no store yet in %s: start it once, then import again", info.Title,
				environment.Store.Root)
		}
	}
	chosen, err := policy.Select(ctx, s, info, policy.Policies{Vendor: i.Vendor, Redaction: i.Redaction,
		Detector: i.Secrets})
	if err != nil {
		return writers.Receipt{}, err
	}
	configured := i.Driver.Configured(environment)
	receipt, err := injection.Target{Reader: i.Reader, Writer: i.Writer, Store: environment.Store}.Deliver(ctx, chosen,
		writers.Options{
			Dir: dir, Version: program.Version, Model: cmp.Or(i.Model, configured.Name), Provider: configured.Provider,
			Now: i.Host.Now(), NewID: i.NewID, ID: i.ID,
		})
	if err != nil {
		return receipt, err
	}
	return receipt, i.Lineage.Append(forks.Node{
		Session: info.Name + ":" + receipt.ID, Path: receipt.Path, Dir: dir, Lines: receipt.Lines, Time: i.Host.Now().UTC(),
	})
}

// IsGone reports whether a session's folder does not exist, so that its CLI cannot continue in it.
func IsGone(dir string) bool {
	info, err := os.Stat(dir)
	return err != nil || !info.IsDir()
}
