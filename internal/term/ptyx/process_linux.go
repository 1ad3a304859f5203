package ptyx

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// getTermios is the request for the modes of a terminal.
const getTermios = unix.TCGETS

// leaders are the programs started here. A goroutine that reaps must hold the lock, so that no program is reaped
// between its start and its entry, while os/exec still needs it.
var leaders = struct {
	sync.Mutex
	pids map[int]bool
}{pids: map[int]bool{}}

// becomeSubreaper makes orphans of the programs children of this process, which finds and ends them there. A kernel
// that refuses leaves them to init; the group is still ended.
var becomeSubreaper = sync.OnceFunc(func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })

// attributes asks for SIGKILL when this process dies, even by kill -9. The closing terminal sends SIGHUP at the same
// time. That alone ended Claude Code 2.1.197 (exit 129 after 35 ms) and codex 0.169.0 (22 ms) in experiments, but it
// does not end a program that ignores it. Only daemons in sessions of their own, such as codex starts without
// --no-daemon, outlive a kill -9.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: unix.SIGKILL}
}

// launch starts cmd and watches it. The parent-death signal is sent when the *thread* that forked ends, so that thread
// is kept until the program has ended.
func (p *Process) launch(cmd *exec.Cmd) error {
	becomeSubreaper()
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.lead(cmd)
		started <- err
		if err == nil {
			p.watch(cmd)
		}
	}()
	return <-started
}

func (p *Process) lead(cmd *exec.Cmd) error {
	leaders.Lock()
	defer leaders.Unlock()
	if err := cmd.Start(); err != nil {
		return err
	}
	p.family.leader = cmd.Process.Pid
	leaders.pids[p.family.leader] = true
	return nil
}

// watch waits for the program, and reaps orphans that end in the meantime.
func (p *Process) watch(cmd *exec.Cmd) {
	children := make(chan os.Signal, 1)
	signal.Notify(children, unix.SIGCHLD)
	defer signal.Stop(children)
	go func() {
		for {
			select {
			case <-children:
				reap()
			case <-p.end.done:
				return
			}
		}
	}()
	p.end.publish(exitOf(cmd))
	leaders.Lock()
	defer leaders.Unlock()
	delete(leaders.pids, p.family.leader)
}

// kill sends SIGKILL to all descendants of the program and returns their number.
func (f *family) kill() int {
	members := f.members(processes())
	for _, pid := range members {
		_ = unix.Kill(pid, unix.SIGKILL)
	}
	reap()
	return len(members)
}

// members lists the living processes of the program: its session, adopted daemons with its token, and the descendants
// of both.
func (f *family) members(all []status) []int {
	self, members := os.Getpid(), map[int]bool{}
	for grown := true; grown; {
		grown = false
		for _, s := range all {
			if !members[s.pid] && (s.session == f.leader || members[s.parent] || s.parent == self && f.marked(s.pid)) {
				members[s.pid], grown = true, true
			}
		}
	}
	var alive []int
	for _, s := range all {
		if members[s.pid] && s.alive() {
			alive = append(alive, s.pid)
		}
	}
	return alive
}

// marked looks for the token in the environment with which the process was started.
func (f *family) marked(pid int) bool {
	environment, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	return slices.ContainsFunc(bytes.Split(environment, []byte{0}), func(entry []byte) bool {
		return string(entry) == tokenVariable+"="+f.token
	})
}

// reap collects adopted orphans that have ended. They are the dead children outside this process's own session that
// were not started here; all other children belong to os/exec.
func reap() {
	leaders.Lock()
	defer leaders.Unlock()
	self := os.Getpid()
	session, _ := unix.Getsid(0)
	for _, s := range processes() {
		if s.parent == self && s.session != session && !s.alive() && !leaders.pids[s.pid] {
			_, _ = unix.Wait4(s.pid, nil, unix.WNOHANG, nil)
		}
	}
}

// status is the state of a process in /proc.
type status struct {
	pid, parent, session int
	state                byte
}

func (s status) alive() bool { return s.state != 'Z' && s.state != 'X' }

// processes lists the running processes. A process that ends in the meantime is left out.
func processes() []status {
	folder, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(-1)
	var all []status
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			if s, ok := readStatus(pid); ok {
				all = append(all, s)
			}
		}
	}
	return all
}

// readStatus parses /proc/<pid>/stat: pid (name) state parent group session ..., where the name may hold anything,
// including blanks and brackets.
func readStatus(pid int) (status, bool) {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	fields := bytes.Fields(line[bytes.LastIndexByte(line, ')')+1:])
	if err != nil || len(fields) < 4 {
		return status{}, false
	}
	parent, _ := strconv.Atoi(string(fields[1]))
	session, _ := strconv.Atoi(string(fields[3]))
	return status{pid: pid, parent: parent, session: session, state: fields[0][0]}, true
}
