package layout

import (
	"strconv"
	"strings"
	"unicode"
)

// Server is what a hub calls itself to those who connect: the number is that of what is kept at a hub and where. It
// rises with each change after which older machines and hubs do not understand each other.
const (
	Server    = serverOf + "2"
	serverOf  = "stead-hub-"
	firstName = "stead-hub"
)

// IsOtherHub reports whether a server is a hub of another version, and whether that is a newer one. Servers of a team's
// cluster have any names.
func IsOtherHub(name string) (other, newer bool) {
	text, isHub := strings.CutPrefix(name, serverOf)
	n, err := strconv.Atoi(text)
	own, _ := strconv.Atoi(strings.TrimPrefix(Server, serverOf))
	return name == firstName || isHub && err == nil && n != own, isHub && err == nil && n > own
}

// The streams and buckets.
const (
	// Runs is the stream of all runs' journals, a subject for each run of a machine.
	Runs = "STEAD_RUNS"
	// Leases is the bucket that says who may work at what, a key for each run, machine and slot.
	Leases = "STEAD_LEASE"
	// Summaries is the stream of what lists show of sessions and runs, a message for each.
	Summaries = "STEAD_CAT"
	// Claims is the stream of who does a job, and to which machine a run belongs. Nothing in it can be deleted.
	Claims = "STEAD_CLAIMS"
	// Queue is the work queue of runs that wait for a machine.
	Queue = "STEAD_QUEUE"
	// Parcels is the object store of what travels: sessions, bundles of git, blobs.
	Parcels = "STEAD_SNAP"
	// Audit is the stream of who did what. Nothing in it can be deleted.
	Audit = "STEAD_AUDIT"
	// Keys is the bucket of the keys of contents, each wrapped for the machines that may read them.
	Keys = "STEAD_KEYS"
	// Machines is the bucket of the machines that have joined. Only the hub writes into it.
	Machines = "STEAD_MACHINES"
)

// JoinSubject is where a new machine asks to be let in, by the public key of its line: so the hub knows which line it
// has.
func JoinSubject(key string) string { return join("stead.join", key) }

// JoinSubjects are all of them.
const JoinSubjects = "stead.join.*"

// NodeConnection begins the names of nodes' connections.
const NodeConnection = "node "

// LeaveSubject is where a machine says that it leaves, by its public key, with its signature of the subject.
func LeaveSubject(key string) string { return join("stead.leave", key) }

// LeaveSubjects are all of them.
const LeaveSubjects = "stead.leave.*"

// RunSubject is the subject of a run's journal: of a user, and of a machine by its public key. Only that machine may
// publish there.
func RunSubject(user, machine, run string) string {
	return join("stead.run", Token(user), Token(machine), Token(run))
}

// RunsOf is the subject of all runs of a machine of a user.
func RunsOf(user, machine string) string { return join("stead.run", Token(user), Token(machine), "*") }

// SummarySubject is the subject of what lists show of a session or a run. Both have one kind, so that the hub does not
// see which it is.
func SummarySubject(machine, kind, id string) string {
	return join("stead.cat", Token(machine), Token(kind), Token(id))
}

// SummarySubjects are all of a machine.
func SummarySubjects(machine string) string { return join("stead.cat", Token(machine), "*", "*") }

// DialSubject is where a machine is asked to open a connection, by another one that is named by its public key.
func DialSubject(machine, caller string) string {
	return join("stead.dial", Token(machine), Token(caller))
}

// DialSubjects is where any machine asks a machine to open a connection.
func DialSubjects(machine string) string { return join("stead.dial", Token(machine), "*") }

// CallsOf is where a machine, by its public key, asks any other to open a connection.
func CallsOf(caller string) string { return join("stead.dial", "*", Token(caller)) }

// Caller is the public key of the machine that has published a message to [DialSubjects].
func Caller(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// PipeSubjects are those of a connection of a caller, by its public key, to a machine: what goes in to the machine, and
// what comes out. Its visit is a token that only both sides know. An empty machine, caller or visit stands for any.
func PipeSubjects(machine, caller, visit string) (in, out string) {
	at := join("stead.pipe", anyOr(machine), anyOr(caller), anyOr(visit))
	return at + ".in", at + ".out"
}

// anyOr is the token of a text, or the one that stands for any other.
func anyOr(text string) string {
	if text == "" {
		return "*"
	}
	return Token(text)
}

// QueueSubject is the subject of a user's jobs for machines with some labels, which are sorted and joined, of one
// project.
func QueueSubject(user, labels, project string) string {
	return join("stead.queue", Token(user), Token(labels), Token(project))
}

// Jobs are the subjects of all jobs of a user.
func Jobs(user string) string { return join("stead.queue", Token(user), "*", "*") }

// AuditSubject is the subject of what a machine did.
func AuditSubject(machine, act string) string { return join("stead.audit", Token(machine), Token(act)) }

// The patterns of all keys of a kind in the bucket of leases.
const (
	MachineLeases = "node.*"
	SeenKeys      = "seen.*"
)

// RunLease is the key of a user's run in the bucket of leases.
func RunLease(user, run string) string { return join("run", Token(user), Token(run)) }

// RunLeases are the keys of all runs of a user in the bucket of leases.
func RunLeases(user string) string { return join("run", Token(user), "*") }

// ClaimSubject is the subject of who does a user's job, or to which machine a run of theirs belongs.
func ClaimSubject(user, about string) string { return join("stead.claim", Token(user), Token(about)) }

// ClaimSubjects are all of a user.
func ClaimSubjects(user string) string { return join("stead.claim", Token(user), "*") }

// MachineLease is the key of a machine that is there, in the bucket of leases.
func MachineLease(machine string) string { return join("node", Token(machine)) }

// SeenKey is the key of what a machine last said of itself. It stays when the machine is gone.
func SeenKey(machine string) string { return join("seen", Token(machine)) }

// SlotLease is the key of one of the slots of a user's account, in the bucket of leases.
func SlotLease(user, account, slot string) string {
	return join("slot", Token(user), Token(account), Token(slot))
}

// SlotLeases are the keys of all slots of a user in the bucket of leases.
func SlotLeases(user string) string { return join("slot", Token(user), "*", "*") }

// KeyOf is the key of a user in the bucket of keys, by the machine that it belongs to and a name of two tokens. An
// empty machine stands for none. The name may be the last wildcard of a subject.
func KeyOf(user, machine, name string) string { return join(Token(user), Token(machine), name) }

// InboxPrefix begins the subjects of the answers that a machine gets, by its public key: nobody else may subscribe to
// them.
func InboxPrefix(key string) string { return "_INBOX_" + key }

func join(parts ...string) string { return strings.Join(parts, ".") }

// Token makes a token of a subject, or of a bucket's key, out of any text: letters, digits, "-" and "_" stand for
// themselves, every other byte for "=" and its two hexadecimal digits. Different texts have different tokens. An empty
// text is "=".
func Token(text string) string {
	if text == "" {
		return "="
	}
	var b strings.Builder
	for _, c := range []byte(text) {
		if isPlain(rune(c)) {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('=')
		b.WriteByte(hexadecimal[c>>4])
		b.WriteByte(hexadecimal[c&15])
	}
	return b.String()
}

const hexadecimal = "0123456789ABCDEF"

func isPlain(c rune) bool {
	return c < unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsDigit(c)) || c == '-' || c == '_'
}

// Text returns the text that a token was made of. Ok is false for what is no token.
func Text(token string) (text string, ok bool) {
	if token == "=" {
		return "", true
	}
	var b strings.Builder
	for i := 0; i < len(token); i++ {
		c := token[i]
		switch {
		case isPlain(rune(c)):
			b.WriteByte(c)
		case c == '=' && i+2 < len(token):
			high, low := strings.IndexByte(hexadecimal, token[i+1]), strings.IndexByte(hexadecimal, token[i+2])
			if high < 0 || low < 0 {
				return "", false
			}
			b.WriteByte(byte(high<<4 | low))
			i += 2
		default:
			return "", false
		}
	}
	return b.String(), b.Len() > 0 && Token(b.String()) == token
}
