#include "io/hdf5/hdf5_growing_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <vector>

namespace dgsolve::hdf5 {

/// What is on the disk, and what is to come. New bytes behind the end of the file are written at once, for
/// nothing refers to them yet. Changes of older ones, few as they are, wait in memory until all the new ones
/// are there.
class GrowingDisk {
 public:
  GrowingDisk(const std::filesystem::path& path, bool is_there) : path_(path), temporary_(path) {
    if (!is_there) temporary_ += temporary_suffix;
    const int flags = O_RDWR | O_CLOEXEC | (is_there ? 0 : O_CREAT | O_TRUNC);
    descriptor_ = open(temporary_.c_str(), flags, 0666);
    if (descriptor_ < 0) cannot_write(path_);
    if (is_there) whole_ = end_ = std::filesystem::file_size(path);
  }
  GrowingDisk(const GrowingDisk&) = delete;
  GrowingDisk& operator=(const GrowingDisk&) = delete;
  ~GrowingDisk() {
    close(descriptor_);
    std::error_code ignored;
    if (whole_ == 0 && temporary_ != path_) std::filesystem::remove(temporary_, ignored);
  }

  haddr_t allocated = 0;  ///< bytes that the library reckons with
  haddr_t end() const { return end_; }

  void write(haddr_t at, std::span<const char> bytes) {
    while (at < whole_ && !bytes.empty()) {  // page by page
      const haddr_t offset = at % page_size,
                    n = std::min<haddr_t>({bytes.size(), page_size - offset, whole_ - at});
      std::copy_n(bytes.data(), n, page(at / page_size).data() + offset);
      at += n;
      bytes = bytes.subspan(n);
    }
    if (bytes.empty()) return;
    write_through(at, bytes);
    end_ = std::max(end_, at + bytes.size());
  }

  void read(haddr_t at, std::span<char> bytes) const {
    read_through(at, bytes);
    for (auto it = changed_.lower_bound(at / page_size); it != changed_.end(); ++it) {
      const haddr_t first = it->first * page_size;
      const haddr_t from = std::max(at, first), to = std::min({at + bytes.size(), first + page_size, whole_});
      if (from >= to) break;
      std::copy_n(it->second.data() + (from - first), to - from, bytes.data() + (from - at));
    }
  }

  /// The file is whole as it will be now. False where something was lost: nothing more is written then.
  bool settle() {
    // Zeros, not a hole: room on the disk that a later change could miss.
    if (allocated > end_) write(end_, std::vector<char>(allocated - end_));
    for (const auto& [number, page] : changed_) {
      const haddr_t first = number * page_size;
      write_through(first, {page.data(), std::min<haddr_t>(page_size, whole_ - first)});
    }
    if (error_ == 0 && whole_ == 0 && rename(temporary_.c_str(), path_.c_str()) != 0) error_ = errno;
    if (error_ != 0) return false;
    changed_.clear();
    whole_ = end_;
    return true;
  }

  /// The file is again what it was when it was last whole. Why something was lost; empty: nothing was.
  std::string take_back() {
    std::string why = error_ != 0 ? std::strerror(error_) : "";
    error_ = error_ != 0 ? error_ : ECANCELED;
    changed_.clear();
    if (ftruncate(descriptor_, static_cast<off_t>(whole_)) == 0) end_ = whole_;
    return why;
  }

 private:
  static constexpr haddr_t page_size = 4096;
  using Page = std::array<char, page_size>;

  Page& page(haddr_t number) {
    const auto [it, is_new] = changed_.try_emplace(number);
    if (is_new) read_through(number * page_size, it->second);
    return it->second;
  }

  void write_through(haddr_t at, std::span<const char> bytes) {
    while (!bytes.empty() && error_ == 0) {
      const ssize_t n = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
      if (n < 0 && errno != EINTR) error_ = errno;
      if (n <= 0) continue;
      at += n;
      bytes = bytes.subspan(n);
    }
  }

  /// What is not there reads as zeros.
  void read_through(haddr_t at, std::span<char> bytes) const {
    while (!bytes.empty()) {
      const ssize_t n = pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) break;
      at += n;
      bytes = bytes.subspan(n);
    }
    std::fill(bytes.begin(), bytes.end(), '\0');
  }

  const std::filesystem::path path_;
  std::filesystem::path temporary_;  ///< its name until it is whole for the first time
  int descriptor_ = -1;
  haddr_t whole_ = 0;                ///< bytes of the file when it was last whole
  haddr_t end_ = 0;                  ///< and of what is written behind it
  std::map<haddr_t, Page> changed_;  ///< number → page of the whole file as it will be
  int error_ = 0;                    ///< of the first write that failed
};

namespace {

/// The library's file. It begins with the library's own part.
struct DriverFile {
  H5FD_t base;
  GrowingDisk* disk;

  static DriverFile& of(H5FD_t* file) { return *reinterpret_cast<DriverFile*>(file); }
  static const DriverFile& of(const H5FD_t* file) { return *reinterpret_cast<const DriverFile*>(file); }

  static H5FD_t* open(const char*, unsigned, hid_t access, haddr_t) {
    GrowingDisk* const disk = *static_cast<GrowingDisk* const*>(H5Pget_driver_info(access));
    return reinterpret_cast<H5FD_t*>(new DriverFile{{}, disk});
  }
  static herr_t close(H5FD_t* file) {
    delete &of(file);
    return 0;
  }
  static herr_t query(const H5FD_t*, unsigned long* features) {
    *features = 0;
    return 0;
  }
  static haddr_t get_eoa(const H5FD_t* file, H5FD_mem_t) { return of(file).disk->allocated; }
  static herr_t set_eoa(H5FD_t* file, H5FD_mem_t, haddr_t end) {
    of(file).disk->allocated = end;
    return 0;
  }
  static haddr_t get_eof(const H5FD_t* file, H5FD_mem_t) { return of(file).disk->end(); }
  static herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* to) {
    of(file).disk->read(at, {static_cast<char*>(to), size});
    return 0;
  }
  static herr_t write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, const void* from) {
    of(file).disk->write(at, {static_cast<const char*>(from), size});
    return 0;
  }

  static hid_t driver() {
    static const H5FD_class_t operations = [] {
      H5FD_class_t all{};
      all.name = "dgsolve_growing_file";
      all.maxaddr = std::numeric_limits<off_t>::max();
      all.fc_degree = H5F_CLOSE_STRONG;
      all.fapl_size = sizeof(GrowingDisk*);  // NOLINT(bugprone-sizeof-expression): it is a pointer
      all.open = open;
      all.close = close;
      all.query = query;
      all.get_eoa = get_eoa;
      all.set_eoa = set_eoa;
      all.get_eof = get_eof;
      all.read = read;
      all.write = write;
      const H5FD_mem_t single[] = H5FD_FLMAP_SINGLE;
      std::copy(std::begin(single), std::end(single), all.fl_map);
      return all;
    }();
    static const hid_t id = H5FDregister(&operations);
    return id;
  }
};

}  // namespace

GrowingFile::GrowingFile(const std::filesystem::path& path, Begin begin)
    : path_(path), disk_(std::make_unique<GrowingDisk>(path, begin == Begin::there)) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors become exceptions, not prints
  const Handle access(check(H5Pcreate(H5P_FILE_ACCESS), path), H5Pclose);
  GrowingDisk* const disk = disk_.get();
  check(H5Pset_driver(access, check(DriverFile::driver(), path), &disk), path);
  // Later versions of the format mark a file as open, and readers refuse one that a killed run left so.
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18), path);
  if (begin == Begin::there) {
    file_.emplace(check(H5Fopen(path.c_str(), H5F_ACC_RDWR, access), path), H5Fclose);
    return;
  }
  const Handle creation(check(H5Pcreate(H5P_FILE_CREATE), path), H5Pclose);
  check(H5Pset_obj_track_times(creation, false), path);
  file_.emplace(check(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access), path), H5Fclose);
}

GrowingFile::~GrowingFile() = default;

void GrowingFile::change(const std::function<void(const Group& root)>& work) {
  if (!file_) throw std::logic_error(path_.string() + ": a change failed before");
  std::exception_ptr error;
  try {
    work({H5Gopen2(*file_, "/", H5P_DEFAULT), H5Gclose, path_});
    check(H5Fflush(*file_, H5F_SCOPE_GLOBAL), path_);
    if (disk_->settle()) return;
  } catch (const std::exception&) {
    error = std::current_exception();
  }
  file_.reset();  // what the library still has for the disk goes nowhere
  const std::string why = disk_->take_back();
  if (why.empty()) std::rethrow_exception(error);
  cannot_write(path_, why);
}

}  // namespace dgsolve::hdf5
