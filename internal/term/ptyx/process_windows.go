package ptyx

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"unsafe"

	"github.com/charmbracelet/x/conpty"
	"golang.org/x/sys/windows"

	"stead/internal/sys/wake"
)

// family is a program and everything it started, which Windows keeps in a job.
type family struct {
	leader int // its process id
	job    windows.Handle
}

// errInput says that the program's input must be its terminal.
var errInput = errors.New("on Windows, a program on a terminal cannot have another input")

// start runs a program in a console of its own (ConPTY). A job ends all that it starts when this process dies.
func start(command Command, size Size) (*Process, error) {
	if input, ok := command.Stdin.(*strings.Reader); command.Stdin != nil && (!ok || input.Len() > 0) {
		return nil, errInput // an empty one is as good as the terminal
	}
	path, err := exec.LookPath(command.Path)
	if err != nil {
		return nil, err
	}
	job, err := newJob()
	if err != nil {
		return nil, err
	}
	exited, err := wake.New()
	if err != nil {
		return nil, errors.Join(err, windows.CloseHandle(job))
	}
	console, err := conpty.New(int(size.Columns), int(size.Rows), 0)
	if err != nil {
		return nil, errors.Join(err, windows.CloseHandle(job))
	}
	pid, handle, err := console.Spawn(path, append([]string{path}, command.Args...),
		&syscall.ProcAttr{Dir: command.Dir, Env: append([]string{}, command.Env...)})
	if err != nil {
		return nil, errors.Join(err, console.Close(), windows.CloseHandle(job))
	}
	end := &ending{exited: exited, done: make(chan struct{})}
	p := &Process{Terminal: newTerminal(console, end), family: family{pid, job}, end: end}
	// What the program starts before this is in no job: the library starts it at once.
	err = windows.AssignProcessToJobObject(job, windows.Handle(handle))
	go p.watch(windows.Handle(handle))
	if err != nil {
		_ = windows.TerminateProcess(windows.Handle(handle), killed)
		return nil, fmt.Errorf("keep what it starts together: %w", err)
	}
	return p, nil
}

// newJob returns a job whose processes end with its last handle.
func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
		LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE}}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		return 0, errors.Join(err, windows.CloseHandle(job))
	}
	return job, nil
}

// watch waits for the program.
func (p *Process) watch(handle windows.Handle) {
	defer windows.CloseHandle(handle) //nolint:errcheck // nothing was changed by it
	exit := Exit{Code: -1}
	if event, err := windows.WaitForSingleObject(handle, windows.INFINITE); err == nil && event == windows.WAIT_OBJECT_0 {
		var code uint32
		if windows.GetExitCodeProcess(handle, &code) == nil {
			exit = Exit{Code: int(code)}
		}
	}
	p.end.publish(exit)
}

// Owns reports whether another process is the program itself: its descendants are not known by number.
func (p *Process) Owns(pid int) bool { return pid == p.family.leader }

// Signal presses Ctrl-C for SIGINT, and ends the program and all that it started for any other signal, because Windows
// has no others. After the program's end it returns os.ErrProcessDone.
func (p *Process) Signal(signal os.Signal) error {
	if p.IsOver() {
		return os.ErrProcessDone
	}
	if signal == os.Interrupt {
		_, err := p.Terminal.Write([]byte("\x03"))
		return err
	}
	p.family.kill()
	return nil
}

// killed is the exit code of a process that was ended: 128 and the number of SIGTERM, as in shells.
const killed = 128 + 15

// kill ends all processes of the job. None is left after that.
func (f *family) kill() int {
	_ = windows.TerminateJobObject(f.job, killed)
	return 0
}
