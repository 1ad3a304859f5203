package origin

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"stead/adapters/adapter"
	"stead/internal/sys/regular"
	"stead/runs/dated"
)

// places knows which folders the worktrees of stead were made of: <state>/worktrees/ab-<id>/<contestant>, chain-<id>,
// fork-<id>.
type places struct {
	// trees and repositories are stead's folders, as they are named and with links followed: CLIs record the real path.
	trees, repositories []string
	contests, chains    dated.Records[maker]
	// arrivals is where the work of other machines is: <data>/reach/arrivals/parcel-<id>/tree.
	arrivals []string
	// known are, guarded by mutex, the folders that were asked for before: what made the worktree, to the top of what it
	// was made of.
	known map[string]string
	mutex sync.Mutex
}

// maker is what the record of a contest or a chain says of the folder that it has copied.
type maker struct {
	Contest  string   `json:"contest"`
	Chain    string   `json:"chain"`
	Snapshot snapshot `json:"snapshot"`
	Start    snapshot `json:"start"`
}

// snapshot is a folder that was copied: the top of its working tree, which is the folder itself where that has none.
type snapshot struct {
	Dir string `json:"dir"`
	Top string `json:"top"`
}

func newPlaces(o Options) *places {
	records := func(name, record string) dated.Records[maker] {
		return dated.Records[maker]{Folder: dated.Folder{Root: filepath.Join(o.Data, name), Kind: name, Record: record}}
	}
	p := &places{contests: records("ab", "ab.json"), chains: records("chains", "chain.json"), known: map[string]string{}}
	if o.Data != "" {
		p.arrivals = bothNames(filepath.Join(o.Data, "reach", "arrivals"))
	}
	if o.State != "" {
		p.trees, p.repositories = bothNames(filepath.Join(o.State, "worktrees")), bothNames(
			filepath.Join(o.State, "repositories"))
	}
	return p
}

// project returns the folder that a folder in a worktree stands for. Others stand for themselves, and so does one of
// which nothing is known any more.
func (p *places) project(folder string) string {
	if below, ok := belowOf(p.arrivals, folder); ok {
		return cmp.Or(p.arrived(below), folder)
	}
	below, ok := belowOf(p.trees, folder)
	if !ok {
		return folder
	}
	name, rest, _ := strings.Cut(below, string(filepath.Separator))
	kind, id, _ := strings.Cut(name, "-")
	if kind == "ab" {
		_, rest, _ = strings.Cut(rest, string(filepath.Separator)) // behind the contestant's name
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	top, ok := p.known[name]
	if !ok {
		top = p.top(kind, id, name)
		p.known[name] = top
	}
	if top == "" {
		return folder
	}
	return filepath.Join(top, rest)
}

func bothNames(folder string) []string { return []string{folder, adapter.RealPath(folder)} }

// belowOf returns the path of a folder in one of stead's, by whichever name that goes.
func belowOf(names []string, folder string) (string, bool) {
	for _, name := range names {
		if below, ok := strings.CutPrefix(folder, name+string(filepath.Separator)); ok {
			return below, true
		}
	}
	return "", false
}

// top returns the folder of which a worktree was made. Empty when that is not known.
func (p *places) top(kind, id, name string) string {
	if id != filepath.Base(id) || !filepath.IsLocal(id) {
		return ""
	}
	switch kind {
	case "ab":
		c, _ := p.contests.Load(id)
		return c.Snapshot.Top
	case "chain":
		c, _ := p.chains.Load(id)
		return c.Start.Top
	}
	return p.repositoryOf(filepath.Join(p.trees[0], name))
}

// arrived returns what a folder is of whose work has come from another machine: the folder of this machine's
// repository, if it came to that, else the name that the folder has there.
func (p *places) arrived(below string) string {
	parcel, rest, _ := strings.Cut(below, string(filepath.Separator))
	tree, rest, _ := strings.Cut(rest, string(filepath.Separator))
	p.mutex.Lock()
	defer p.mutex.Unlock()
	top, ok := p.known[parcel]
	if !ok {
		top = p.repositoryOf(filepath.Join(p.arrivals[0], parcel, tree))
		p.known[parcel] = top
	}
	if top != "" {
		return filepath.Join(top, rest)
	}
	var arrival struct {
		Project string `json:"project"`
	}
	if content, err := regular.ReadFile(filepath.Join(p.arrivals[0], parcel, "arrival.json")); err == nil {
		_ = json.Unmarshal(content, &arrival) // what is damaged tells no name
	}
	return arrival.Project
}

// gitDir begins the file .git of a worktree, which names its folder in the repository: <top>/.git/worktrees/<name>, or
// <state>/repositories/<hash>/worktrees/<name> where the folder has no git.
const gitDir = "gitdir: "

// repositoryOf returns the working tree that a worktree was made of.
func (p *places) repositoryOf(tree string) string {
	named, ok := strings.CutPrefix(firstLine(filepath.Join(tree, ".git"), ""), gitDir)
	repository := filepath.Dir(filepath.Dir(named))
	switch {
	case !ok, !filepath.IsAbs(named):
		return ""
	case slices.Contains(p.repositories, filepath.Dir(repository)):
		return ownOf(repository)
	case filepath.Base(repository) != ".git":
		return ""
	}
	return filepath.Dir(repository)
}

// ownOf returns the folder that a repository of stead's own is of: its setting core.worktree.
func ownOf(repository string) string {
	_, folder, _ := strings.Cut(firstLine(filepath.Join(repository, "config"), "worktree ="), "= ")
	return folder
}

// longestSetting bounds what is read of a file of git, in bytes.
const longestSetting = 64 << 10

// firstLine returns the first line of a file that begins so, without the blanks around it. Empty when there is none.
func firstLine(path, begin string) string {
	file, err := regular.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	lines := bufio.NewScanner(io.LimitReader(file, longestSetting))
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); strings.HasPrefix(line, begin) {
			return line
		}
	}
	return ""
}
