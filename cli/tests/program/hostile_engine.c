/* An engine that tries what no engine needs, and what some need, writes down what happened, and then answers through a real
 * engine. Compiled by the test with HOME (a folder that it may not read, with a file `secret` and a folder `open` that it may
 * write), ENGINE (the real one) and PORT. What it tries does no harm to the machine where it succeeds, so that it runs outside
 * of a cage too. With an argument it tries nothing and leaves programs behind.
 *
 * Each line of HOME/open/attempts: `refuse` or `need`, a name, and `done` or the number of the error. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#define SECRET HOME "/secret"
#define OPEN HOME "/open"

static FILE *table;

static void say(const char *kind, const char *name, int done) {
    if (done)
        fprintf(table, "%s %s done\n", kind, name);
    else
        fprintf(table, "%s %s %d\n", kind, name, errno);
    fflush(table);
}

/* An expression that is not negative where it succeeds. */
#define REFUSE(name, expression) do { errno = 0; long r = (long)(expression); say("refuse", name, r >= 0); } while (0)
#define RESULT(name, value) say("refuse", name, (value) >= 0)
#define NEED(name, expression) do { errno = 0; long r = (long)(expression); say("need", name, r >= 0); } while (0)

/* A call with arguments that do nothing: outside of the cage it fails for them, and not for the call. */
static int known(long number, long a, long b, long c, long d) {
    long r = syscall(number, a, b, c, d, 0, 0);
    return r >= 0 || (errno != EPERM && errno != ENOSYS && errno != EACCES) ? 0 : -1;
}
#define CALL(name, ...) do { errno = 0; long r = known(__VA_ARGS__); say("refuse", name, r >= 0); } while (0)

static int use(int descriptor) {
    int error = errno;
    if (descriptor >= 0) close(descriptor);
    errno = error;
    return descriptor;
}

static int readable(const char *path) {
    char byte;
    int file = open(path, O_RDONLY | O_NONBLOCK);
    if (file < 0) return -1;
    long n = read(file, &byte, 1);
    int error = errno;
    close(file);
    errno = error;
    return n < 0 ? -1 : 0;
}

static int readable_of(const char *process, const char *what) {
    char path[200];
    snprintf(path, sizeof path, "/proc/%s/%s", process, what);
    return readable(path);
}

/* In a process of its own, because success would change or end this one. */
static int child(int (*attempt)(void)) {
    int status;
    pid_t pid = fork();
    if (pid < 0) return -1;
    if (pid == 0) {
        errno = 0;
        _exit(attempt() >= 0 ? 0 : errno ? errno : 255);
    }
    if (waitpid(pid, &status, 0) < 0) return -1;
    if (WIFSIGNALED(status)) { errno = EPERM; return -1; }
    errno = WEXITSTATUS(status);
    return errno ? -1 : 0;
}

static pid_t parent;
static struct iovec here, there;

static int new_session(void) { return setsid(); }
static int new_group(void) { return setpgid(0, 0); }
static int group_of_parent(void) { return setpgid(0, getpgid(parent)); }
static int user_namespace(void) { return unshare(CLONE_NEWUSER); }
static int net_namespace(void) { return unshare(CLONE_NEWUSER | CLONE_NEWNET); }
static int pid_namespace(void) { return unshare(CLONE_NEWUSER | CLONE_NEWPID); }
static int drop_signal(void) { return prctl(PR_SET_PDEATHSIG, 0); }
static int subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1); }
static int not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0); }
static int own_status(void) { return readable("/proc/self/status"); }
static int new_root(void) { return chroot(OPEN); }
static int other_user(void) { return setuid(getuid()); }
static int other_groups(void) { gid_t group = getgid(); return setresgid(group, group, group); }
static int layout(void) { return syscall(SYS_personality, 0x0040000); }
static int too_large(void) {
    signal(SIGXFSZ, SIG_IGN);
    unlink(OPEN "/large");
    int file = open(OPEN "/large", O_CREAT | O_RDWR, 0600);
    return file < 0 ? -1 : ftruncate(file, 65 << 20);
}
static int many_files(void) {
    for (int i = 0; i < 1100; i++)
        if (dup(0) < 0) return -1;
    return 0;
}
static int clone_user(void) {
    long pid = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) _exit(0);
    return pid;
}
static int clone_sibling(void) {
    long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) _exit(0);
    return pid;
}
static int clone3_user(void) {
    long arguments[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
    long pid = syscall(SYS_clone3, arguments, 64);
    if (pid == 0) _exit(0);
    return pid;
}
#ifdef __x86_64__
static long old_call(long number, long b, long c, long d) {
    long r;
    __asm__ volatile("int $0x80" : "=a"(r) : "a"(number), "b"(b), "c"(c), "d"(d) : "memory");
    return r;
}
static int old_socket(void) { return old_call(359, AF_INET, SOCK_STREAM, 0); }
static int old_number(void) { return old_call(20, 0, 0, 0); }
#endif

static int datagram_pair(void) {
    int pair[2];
    return socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
}
static int connect_pair(void) {
    int pair[2];
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = HOME "/socket"};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0) return -1;
    if (connect(pair[0], (struct sockaddr *)&address, sizeof address) < 0 && errno != EPERM) errno = 0;
    return errno ? -1 : 0;
}
static int bind_pair(void) {
    int pair[2];
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = OPEN "/socket"};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0) return -1;
    int r = bind(pair[0], (struct sockaddr *)&address, sizeof address);
    if (r == 0) unlink(OPEN "/socket");
    return r;
}
static int tcp(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    return socket_ < 0 ? -1 : connect(socket_, (struct sockaddr *)&address, sizeof address);
}

static void *thread(void *argument) { return argument; }

static int needs_thread(void) {
    pthread_t id;
    return pthread_create(&id, 0, thread, 0) || pthread_join(id, 0) ? -1 : 0;
}
/* As programs in Pascal make them. */
static int needs_explicit_thread(void) {
    pthread_t id;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    return pthread_create(&id, &attributes, thread, 0) || pthread_join(id, 0) ? -1 : 0;
}
static int needs_program(void) {
    int status = 0;
    pid_t pid = vfork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", "exit 7", (char *)0);
        _exit(1);
    }
    return pid < 0 || waitpid(pid, &status, 0) < 0 || WEXITSTATUS(status) != 7 ? -1 : 0;
}
static int needs_kill(void) {
    pid_t pid = fork();
    if (pid == 0) {
        pause();
        _exit(0);
    }
    return pid < 0 || kill(pid, SIGTERM) < 0 || waitpid(pid, 0, 0) < 0 ? -1 : 0;
}
static int needs_pair(void) {
    int pair[2];
    char byte = 'x';
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0) return -1;
    return write(pair[0], &byte, 1) == 1 && recv(pair[1], &byte, 1, 0) == 1 ? 0 : -1;
}
static int needs_machine_code(void) {
    void *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? -1 : mprotect(memory, 4096, PROT_READ | PROT_EXEC);
}
static int needs_write(void) {
    int file = open(OPEN "/file", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    return use(file) < 0 ? -1 : rename(OPEN "/file", OPEN "/renamed");
}

static void files(const char *process) {
    REFUSE("read-secret", readable(SECRET));
    REFUSE("list-home", use(open(HOME, O_RDONLY | O_DIRECTORY)));
    REFUSE("read-hosts", readable("/etc/hosts"));
    REFUSE("read-shadow", readable("/etc/shadow"));
    REFUSE("make-temporary", use(open("/tmp/hostile-engine-mark", O_CREAT | O_WRONLY, 0600)));
    REFUSE("make-shared", use(open("/dev/shm/hostile-engine-mark", O_CREAT | O_WRONLY, 0600)));
    unlink("/tmp/hostile-engine-mark"), unlink("/dev/shm/hostile-engine-mark");
    REFUSE("make-in-home", use(open(HOME "/mark", O_CREAT | O_WRONLY, 0600)));
    REFUSE("make-here", use(open("mark", O_CREAT | O_WRONLY, 0600)));
    REFUSE("truncate", truncate(HOME "/victim", 0));
    REFUSE("open-truncate", use(open(HOME "/victim", O_WRONLY | O_TRUNC)));
    REFUSE("read-truncate-own", use(open(HOME "/hostile/victim", O_RDONLY | O_TRUNC)));
    REFUSE("make-folder", mkdir(HOME "/folder", 0700));
    REFUSE("rename", rename(HOME "/private", HOME "/moved"));
    REFUSE("link", link(SECRET, HOME "/linked"));
    REFUSE("link-into-open", link(SECRET, OPEN "/linked"));
    REFUSE("symlink", symlink("x", HOME "/symlink"));
    REFUSE("symlink-in-open", symlink(SECRET, OPEN "/symlink"));
    REFUSE("make-pipe", mkfifo(HOME "/pipe", 0600));
    REFUSE("unlink", unlink(HOME "/unlinked"));
    REFUSE("unlink-folder", rmdir(HOME "/emptied"));
    /* Properties, which Landlock does not know. */
    int own = open(HOME "/hostile/victim", O_RDONLY);
    struct timeval times[2] = {{1, 0}, {1, 0}};
    struct timespec precise[2] = {{1, 0}, {1, 0}};
    int flags = FS_NODUMP_FL;
    REFUSE("chmod", chmod(SECRET, 0666));
    REFUSE("chmod-folder", chmod(HOME, 0700));
    REFUSE("fchmod", fchmod(own, 0666));
    REFUSE("fchmodat", fchmodat(AT_FDCWD, SECRET, 0666, 0));
    CALL("fchmodat2", 452, AT_FDCWD, (long)SECRET, 0666, 0x1234567);
    REFUSE("chown", chown(SECRET, getuid(), getgid()));
    REFUSE("lchown", lchown(SECRET, getuid(), getgid()));
    REFUSE("fchown", fchown(own, getuid(), getgid()));
    REFUSE("fchownat", fchownat(AT_FDCWD, SECRET, getuid(), getgid(), 0));
    REFUSE("utimes", utimes(HOME "/victim", times));
    REFUSE("utimensat", utimensat(AT_FDCWD, HOME "/victim", precise, 0));
    REFUSE("futimens", futimens(own, precise));
    REFUSE("setxattr", setxattr(HOME "/victim", "user.x", "y", 1, 0));
    REFUSE("lsetxattr", lsetxattr(HOME "/victim", "user.x", "y", 1, 0));
    REFUSE("fsetxattr", fsetxattr(own, "user.x", "y", 1, 0));
    REFUSE("getxattr", getxattr(HOME "/victim", "user.x", 0, 0));
    REFUSE("listxattr", listxattr(HOME "/victim", 0, 0));
    REFUSE("removexattr", removexattr(HOME "/victim", "user.x"));
    CALL("setxattrat", 463, -1, 0, 0, 0);
    CALL("file_setattr", 469, -1, 0, 0, 0);
    CALL("set-flags", SYS_ioctl, own, FS_IOC_SETFLAGS, (long)&flags, 0);
    CALL("lease", SYS_fcntl, own, F_SETLEASE, F_RDLCK, 0);
    CALL("watch-folder", SYS_fcntl, own, F_NOTIFY, DN_MODIFY, 0);
    CALL("flock", SYS_flock, own, 2 | 4, 0, 0);
    int watch = inotify_init();
    RESULT("inotify", watch);
    REFUSE("inotify-home", inotify_add_watch(watch, HOME, IN_ALL_EVENTS));
    REFUSE("inotify1", use(inotify_init1(0)));
    CALL("fanotify", SYS_fanotify_init, -1, -1, 0, 0);
    CALL("file-handle", SYS_name_to_handle_at, -1, 0, 0, 0);
    CALL("open-by-handle", SYS_open_by_handle_at, -1, 0, 0, 0);
    REFUSE("terminal", use(open("/dev/tty", O_RDWR)));
    REFUSE("new-terminal", use(open("/dev/ptmx", O_RDWR)));
    CALL("type-into-terminal", SYS_ioctl, 0, TIOCSTI, (long)"x", 0);
    REFUSE("kernel-log", use(open("/dev/kmsg", O_RDONLY)));
    REFUSE("out-of-memory", use(open("/proc/self/oom_score_adj", O_WRONLY)));
    REFUSE("list-processes", use(open("/proc", O_RDONLY | O_DIRECTORY)));
    REFUSE("own-memory", use(open("/proc/self/mem", O_RDWR)));
    REFUSE("connections", readable("/proc/net/tcp"));
    REFUSE("own-connections", readable("/proc/self/net/unix"));
    REFUSE("thread-connections", readable("/proc/thread-self/net/tcp"));
    REFUSE("interfaces", use(open("/sys/class/net", O_RDONLY | O_DIRECTORY)));
    REFUSE("proc-of-init", readable("/proc/1/cmdline"));
    REFUSE("proc-of-child", child(own_status));
    const char *of_parent[] = {"environ", "cmdline", "maps", "status", "stat", "comm", "limits", "mem", "cgroup"};
    for (unsigned i = 0; i < sizeof of_parent / sizeof *of_parent; i++) {
        char name[40];
        snprintf(name, sizeof name, "parent-%s", of_parent[i]);
        REFUSE(name, readable_of(process, of_parent[i]));
    }
    char path[200];
    snprintf(path, sizeof path, "/proc/%s/root" SECRET, process);
    REFUSE("parent-root", readable(path));
    snprintf(path, sizeof path, "/proc/%s/fd", process);
    REFUSE("parent-descriptors", use(open(path, O_RDONLY | O_DIRECTORY)));
    snprintf(path, sizeof path, "/proc/%s/task/%s/status", process, process);
    REFUSE("parent-thread", readable(path));
    snprintf(path, sizeof path, "/proc/%s/exe", process);
    char target[200];
    REFUSE("parent-program", readlink(path, target, sizeof target));
    REFUSE("large-file", child(too_large));
    REFUSE("many-files", child(many_files));
}

static void network(void) {
    REFUSE("tcp", use(socket(AF_INET, SOCK_STREAM, 0)));
    REFUSE("tcp-connect", child(tcp));
    REFUSE("udp6", use(socket(AF_INET6, SOCK_DGRAM, 0)));
    REFUSE("unix", use(socket(AF_UNIX, SOCK_STREAM, 0)));
    CALL("netlink", SYS_socket, AF_NETLINK, SOCK_RAW, 0, 0);
    CALL("packet", SYS_socket, AF_PACKET, -1, 0, 0);
    CALL("vsock", SYS_socket, 40, -1, 0, 0);
    CALL("kernel-crypto", SYS_socket, 38, -1, 0, 0);
    REFUSE("datagram-pair", child(datagram_pair));
    REFUSE("connect", child(connect_pair));
    REFUSE("bind", child(bind_pair));
    CALL("listen", SYS_listen, 0, 0, 0, 0);
    CALL("accept", SYS_accept4, 0, 0, 0, 0);
    CALL("socket-option", SYS_setsockopt, 0, 0, 0, 0);
    CALL("send-many", SYS_sendmmsg, -1, 0, 0, 0);
    CALL("io-uring", SYS_io_uring_setup, 0, 0, 0, 0);
    CALL("io-uring-enter", SYS_io_uring_enter, -1, 0, 0, 0);
}

static void processes(void) {
    struct rlimit limit;
    cpu_set_t cores;
    long word = 0;
    REFUSE("signal-0", kill(parent, 0));
    REFUSE("signal", kill(parent, SIGCONT));
    REFUSE("tgkill", syscall(SYS_tgkill, parent, parent, SIGCONT));
    REFUSE("tkill", syscall(SYS_tkill, parent, SIGCONT));
    CALL("queue-signal", SYS_rt_sigqueueinfo, parent, 0, 0, 0);
    CALL("signal-by-descriptor", SYS_fcntl, 0, F_SETOWN, parent, 0);
    int handle = syscall(SYS_pidfd_open, parent, 0);
    RESULT("pidfd", handle);
    CALL("pidfd-signal", SYS_pidfd_send_signal, handle, 0, 0, 0);
    CALL("pidfd-descriptor", SYS_pidfd_getfd, handle, 0, 0, 0);
    REFUSE("trace", ptrace(PTRACE_SEIZE, parent, 0, 0));
    REFUSE("read-memory", process_vm_readv(parent, &here, 1, &there, 1, 0));
    REFUSE("write-memory", process_vm_writev(parent, &here, 0, &there, 0, 0));
    CALL("advise-memory", SYS_process_madvise, -1, 0, 0, 0);
    CALL("release-memory", SYS_process_mrelease, -1, 0, 0, 0);
    CALL("compare", SYS_kcmp, parent, parent, 99, 0);
    CALL("move-pages", SYS_move_pages, parent, 0, 0, 0);
    CALL("migrate-pages", SYS_migrate_pages, parent, 0, 0, 0);
    REFUSE("limit-of-parent", prlimit(parent, RLIMIT_NOFILE, 0, &limit));
    REFUSE("set-limit-of-parent", prlimit(parent, RLIMIT_NOFILE, &limit, 0));
    REFUSE("robust-list-of-parent", syscall(SYS_get_robust_list, parent, &word, &word));
    REFUSE("priority-of-parent", setpriority(PRIO_PROCESS, parent, getpriority(PRIO_PROCESS, parent)));
    REFUSE("priority-of-user", setpriority(PRIO_USER, 0, getpriority(PRIO_USER, 0)));
    sched_getaffinity(parent, sizeof cores, &cores);
    REFUSE("cores-of-parent", sched_setaffinity(parent, sizeof cores, &cores));
    struct sched_param parameter = {0};
    REFUSE("scheduler-of-parent", sched_setscheduler(parent, SCHED_BATCH, &parameter));
    REFUSE("scheduler-of-itself", sched_setscheduler(0, SCHED_BATCH, &parameter));
    CALL("set-parameter", SYS_sched_setparam, parent, 0, 0, 0);
    CALL("scheduler-attributes", SYS_sched_setattr, parent, 0, 0, 0);
    REFUSE("disk-priority-of-parent", syscall(SYS_ioprio_set, 1, parent, 3 << 13));
    REFUSE("new-session", child(new_session));
    REFUSE("new-group", child(new_group));
    REFUSE("group-of-parent", child(group_of_parent));
    REFUSE("death-signal", child(drop_signal));
    REFUSE("subreaper", child(subreaper));
    REFUSE("not-dumpable", child(not_dumpable));
    REFUSE("child-of-parent", child(clone_sibling));
    REFUSE("layout", child(layout));
}

static void kernel(void) {
    REFUSE("user-namespace", child(user_namespace));
    REFUSE("net-namespace", child(net_namespace));
    REFUSE("pid-namespace", child(pid_namespace));
    REFUSE("clone-user", child(clone_user));
    REFUSE("clone3-user", child(clone3_user));
    CALL("setns", SYS_setns, -1, 0, 0, 0);
    REFUSE("root", child(new_root));
    CALL("mount", SYS_mount, 0, 0, 0, 0);
    CALL("unmount", SYS_umount2, 0, -1, 0, 0);
    CALL("open-tree", SYS_open_tree, -1, 0, -1, 0);
    CALL("new-filesystem", SYS_fsopen, 0, -1, 0, 0);
    CALL("pivot-root", SYS_pivot_root, 0, 0, 0, 0);
    REFUSE("set-user", child(other_user));
    REFUSE("set-group", child(other_groups));
    CALL("set-groups", SYS_setgroups, -1, 0, 0, 0);
    CALL("set-capabilities", SYS_capset, 0, 0, 0, 0);
    int memory = shmget(IPC_PRIVATE, 4096, 0600);
    RESULT("shared-memory", memory);
    if (memory >= 0) shmctl(memory, IPC_RMID, 0);
    CALL("attach-shared-memory", SYS_shmat, -1, 0, 0, 0);
    CALL("shared-memory-info", SYS_shmctl, -1, 99, 0, 0);
    int queue = msgget(IPC_PRIVATE, 0600);
    RESULT("message-queue", queue);
    if (queue >= 0) msgctl(queue, IPC_RMID, 0);
    CALL("send-message", SYS_msgsnd, -1, 0, 0, 0);
    CALL("semaphore", SYS_semget, -1, -1, 0, 0);
    CALL("semaphore-operation", SYS_semop, -1, 0, 0, 0);
    CALL("posix-queue", SYS_mq_open, 0, 0, 0, 0);
    CALL("unlink-posix-queue", SYS_mq_unlink, 0, 0, 0, 0);
    CALL("key-ring", SYS_keyctl, 0, -4, 0, 0);
    CALL("add-key", SYS_add_key, 0, 0, 0, 0);
    CALL("request-key", SYS_request_key, 0, 0, 0, 0);
    CALL("bpf", SYS_bpf, -1, 0, 0, 0);
    CALL("fault-handler", SYS_userfaultfd, -1, 0, 0, 0);
    CALL("counters", SYS_perf_event_open, 0, 0, -1, -1);
    CALL("filter", SYS_seccomp, 99, 0, 0, 0);
    CALL("filter-by-prctl", SYS_prctl, PR_SET_SECCOMP, 99, 0, 0);
    CALL("landlock", 444, 0, 99, 0, 0);
    REFUSE("memory-file", use(syscall(SYS_memfd_create, "x", 0)));
    CALL("secret-memory", 447, 0, 0, 0, 0);
    CALL("splice", SYS_splice, -1, 0, -1, 0);
    CALL("tee", SYS_tee, -1, -1, 1, 0);
    CALL("vmsplice", SYS_vmsplice, -1, 0, 1, 0);
    CALL("set-clock", SYS_clock_settime, 99, 0, 0, 0);
    CALL("set-time", SYS_settimeofday, 1, 1, 0, 0);
    CALL("tune-clock", SYS_adjtimex, 0, 0, 0, 0);
    CALL("kernel-messages", SYS_syslog, 99, 0, 0, 0);
    CALL("host-name", SYS_sethostname, 0, -1, 0, 0);
    CALL("restart", SYS_reboot, 0, 0, 0, 0);
    CALL("kernel-module", SYS_init_module, 0, 0, 0, 0);
    CALL("swap", SYS_swapon, 0, -1, 0, 0);
    CALL("quota", SYS_quotactl, -1, 0, 0, 0);
    CALL("accounting", SYS_acct, 1, 0, 0, 0);
    CALL("flush-disks", SYS_sync, 0, 0, 0, 0);
    CALL("open-newer", SYS_openat2, -1, 0, 0, 0);
    CALL("call-of-the-future", 1000, 0, 0, 0, 0);
    errno = 0;
    void *large = mmap(0, 5UL << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    say("refuse", "5-gib", large != MAP_FAILED);
    if (large != MAP_FAILED) munmap(large, 5UL << 30);
    errno = 0;
    say("refuse", "environment", getenv("FAIRPLAY_TEST_SECRET") != 0);
#ifdef __x86_64__
    CALL("x32-chmod", 0x40000000 | SYS_chmod, (long)SECRET, 0666, 0, 0);
    CALL("x32-socket", 0x40000000 | SYS_socket, AF_INET, SOCK_STREAM, 0, 0);
    REFUSE("int80-socket", child(old_socket));
    REFUSE("int80-getpid", child(old_number));
    CALL("ports", SYS_iopl, 99, 0, 0, 0);
    CALL("descriptor-table", SYS_modify_ldt, 99, 0, 0, 0);
#endif
}

static void needs(void) {
    NEED("write-open", needs_write());
    unlink(OPEN "/pipe");
    NEED("pipe-in-open", mkfifo(OPEN "/pipe", 0600));
    NEED("own-file", readable(HOME "/hostile/victim"));
    NEED("system-file", readable("/etc/passwd"));
    NEED("processors", readable("/proc/cpuinfo"));
    NEED("memory", readable("/proc/meminfo"));
    NEED("own-status", readable("/proc/self/status"));
    NEED("own-maps", readable("/proc/self/maps"));
    NEED("own-descriptors", use(open("/proc/self/fd", O_RDONLY | O_DIRECTORY)));
    NEED("thread", needs_thread());
    NEED("explicit-thread", needs_explicit_thread());
    NEED("program", needs_program());
    NEED("kill-own-program", needs_kill());
    NEED("stream-pair", needs_pair());
    NEED("machine-code", needs_machine_code());
    NEED("nice", setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0)));
    cpu_set_t cores;
    sched_getaffinity(0, sizeof cores, &cores);
    NEED("own-cores", sched_setaffinity(0, sizeof cores, &cores));
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    NEED("own-limit", setrlimit(RLIMIT_NOFILE, &limit));
}

int main(int count, char **words) {
    char process[20];
    parent = getppid();
    /* With a second argument: two orphans that stay, one of them twice removed. */
    if (count > 1) {
        table = fopen(OPEN "/left", "a");
        if (table == 0) return 1;
        fprintf(table, "%d\n", getpid());
        if (fork() == 0) {
            setsid();
            if (fork() == 0) {
                setpgid(0, 0);
                fprintf(table, "%d\n", getpid());
                fclose(table);
                for (int i = 0; i < 3; i++) close(i);
                while (1) sleep(60);
            }
            fprintf(table, "%d\n", getpid());
            fclose(table);
            signal(SIGTERM, SIG_IGN);
            while (1) sleep(60);
        }
        fclose(table);
        if (!strcmp(words[1], "stay")) while (1) sleep(60);
    } else {
        snprintf(process, sizeof process, "%d", parent);
        table = fopen(OPEN "/attempts", "w");
        if (table == 0) return 1;
        files(process);
        network();
        processes();
        kernel();
        needs();
        fclose(table);
    }
    execl(ENGINE, ENGINE, (char *)0);
    return 1;
}
