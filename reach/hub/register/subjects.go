package register

import (
	"fmt"

	"stead/reach/layout"
	"stead/reach/member"
)

// The streams behind the buckets and the object store, and the subjects in them.
const (
	leases   = "KV_" + layout.Leases
	keys     = "KV_" + layout.Keys
	machines = "KV_" + layout.Machines
	parcels  = "OBJ_" + layout.Parcels

	leaseKeys  = "$KV." + layout.Leases + "."
	parcelData = "$O." + layout.Parcels + ".>"
)

// viewer reads what the user's machines keep at the hub, and dials them.
func viewer(p member.Peer) Permissions {
	in, out := layout.PipeSubjects("", p.Key, "")
	publish := []string{layout.CallsOf(p.Key), in, layout.LeaveSubject(p.Key)}
	publish = append(publish, reads(layout.Runs, "stead.run."+layout.Token(p.User)+".>")...)
	publish = append(publish, reads(layout.Summaries, "stead.cat.>")...)
	publish = append(publish, reads(leases, leaseKeys+">")...)
	publish = append(publish, reads(keys, "$KV."+layout.Keys+".>")...)
	publish = append(publish, reads(machines, "$KV."+layout.Machines+".>")...)
	publish = append(publish, reads(parcels, parcelData)...)
	publish = append(publish, looks(layout.Claims)...)
	publish = append(publish, looks(layout.Queue)...) // a consumer of a work queue would take jobs out of it
	return Permissions{Publish: publish, Subscribe: []string{inbox(p.Key), out}}
}

// operator puts work and parcels there with their keys, and takes work back that nobody has begun: it claims it for
// that.
func operator(p member.Peer) []string {
	return []string{
		layout.Jobs(p.User), "$JS.API.STREAM.MSG.DELETE." + layout.Queue, parcelData, audits(p), keysOf(p),
		layout.ClaimSubjects(p.User),
	}
}

// node keeps its own runs and summaries, and the leases, and takes work.
func node(p member.Peer) []string {
	machine, user := layout.Token(p.Name), layout.Token(p.User)
	_, out := layout.PipeSubjects(p.Name, "", "")
	return []string{
		layout.RunsOf(p.User, p.Key), "stead.cat." + machine + ".*.*", audits(p), out,
		leaseKeys + layout.RunLeases(p.User), layout.ClaimSubjects(p.User), leaseKeys + layout.SlotLeases(p.User),
		leaseKeys + layout.MachineLease(p.Name), leaseKeys + "seen." + machine,
		keysOf(p), parcelData,
		"$JS.API.CONSUMER.CREATE." + layout.Queue + ".*.stead.queue." + user + ".>",
		"$JS.API.CONSUMER.INFO." + layout.Queue + ".*",
		"$JS.API.CONSUMER.NAMES." + layout.Queue, "$JS.API.CONSUMER.LIST." + layout.Queue,
		"$JS.API.CONSUMER.MSG.NEXT." + layout.Queue + ".*",
		"$JS.ACK." + layout.Queue + ".>",
	}
}

// keysOf are those of a machine's user.
func keysOf(p member.Peer) string {
	return "$KV." + layout.Keys + "." + layout.Token(p.User) + ".*.*.*"
}

// audits is where a machine says what it did.
func audits(p member.Peer) string { return "stead.audit." + layout.Token(p.Name) + ".*" }

// looks are the subjects by which messages of a stream are read one by one.
func looks(stream string) []string {
	return []string{
		"$JS.API.STREAM.INFO." + stream, "$JS.API.STREAM.MSG.GET." + stream, "$JS.API.DIRECT.GET." + stream,
		"$JS.API.DIRECT.GET." + stream + ".>",
	}
}

// reads are the subjects by which a stream is followed, too, as far as a filter lets through. Consumers have names that
// nobody can guess or list.
func reads(stream, filter string) []string {
	return append(looks(stream),
		fmt.Sprintf("$JS.API.CONSUMER.CREATE.%s.*.%s", stream, filter), "$JS.API.CONSUMER.INFO."+stream+".*",
		"$JS.API.CONSUMER.MSG.NEXT."+stream+".*",
		"$JS.API.CONSUMER.DELETE."+stream+".*", "$JS.FC."+stream+".>",
	)
}
