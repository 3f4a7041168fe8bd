/// Kernel text to machine code at run time. Needs the CUDA toolkit, no GPU.

#include "kernels/cuda/runtime/compiler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <future>
#include <iterator>
#include <thread>
#include <vector>

#include "kernels/cuda/gpu/compile_queue.hpp"
#include "kernels/cuda/gpu/shared_work.hpp"
#include "kernels/devices.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

namespace fs = std::filesystem;
using cuda::KernelCache;
using cuda::KernelText;

const KernelText limits{"kernels/cuda/gpu/limits.cu", "#define REAL float\n"};
constexpr const char* elf =
    "\x7f"
    "ELF";

std::vector<fs::path> files_in(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  return files;
}

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const DeviceError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

TEST(Compiler, knows_the_kernels_that_send_nodes_between_parts) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path());
  const cuda::CompiledKernels compiled =
      cuda::compile({"kernels/cuda/waves/parts/push.cu", {}}, "sm_90", cache);
  for (const std::string kernel : {"push_16", "pack_16", "unpack_4"})
    EXPECT_TRUE(contains(compiled.log, "'" + kernel + "' for 'sm_90'")) << compiled.log;
}

TEST(Compiler, knows_the_kernel_by_which_gpus_wait_for_one_another) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path());
  for (const std::string architecture : {"sm_80", "sm_90", "sm_100"})
    EXPECT_TRUE(contains(cuda::compile({"kernels/cuda/gpu/meet.cu", {}}, architecture, cache).log,
                         "'meet' for '" + architecture + "'"));
}

TEST(Compiler, makes_machine_code_for_the_architecture_and_reports_registers_of_each_kernel) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path());
  std::vector<std::string> cubins;
  for (const std::string architecture : {"sm_80", "sm_90", "sm_100"}) {
    cuda::check_architecture(architecture);
    const cuda::CompiledKernels compiled = cuda::compile(limits, architecture, cache);
    EXPECT_TRUE(compiled.cubin.starts_with(elf));
    EXPECT_TRUE(contains(compiled.log, "registers")) << compiled.log;
    for (const std::string kernel : {"multiply_adds", "tensor_multiply_adds", "copy"}) {
      EXPECT_TRUE(contains(compiled.cubin, kernel));
      EXPECT_TRUE(contains(compiled.log, "'" + kernel + "' for '" + architecture + "'")) << compiled.log;
    }
    cubins.push_back(compiled.cubin);
  }
  EXPECT_NE(cubins[0], cubins[1]);
  EXPECT_NE(cubins[1], cubins[2]);
}

TEST(Compiler, an_unknown_architecture_is_an_error_that_names_the_known_ones) {
  const std::string error = error_of([] { cuda::check_architecture("sm_12"); });
  EXPECT_TRUE(contains(error, "sm_12")) << error;
  EXPECT_TRUE(contains(error, "sm_90")) << error;
}

TEST(Compiler, an_error_shows_the_compilers_log_and_keeps_the_source) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path());
  const KernelText broken{limits.file, "#define REAL undeclared_type\n"};
  const std::string error = error_of([&] { cuda::find_or_compile(broken, "sm_90", cache); });
  EXPECT_TRUE(contains(error, "undeclared_type")) << error;
  const std::vector<fs::path> kept = files_in(folder.path(), ".cu");
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_TRUE(contains(error, kept[0].string())) << error;
  const std::string source = read_text(kept[0]);
  EXPECT_TRUE(source.starts_with(broken.prefix));
  EXPECT_TRUE(source.ends_with(read_text(source_folder() / limits.file)));
}

TEST(Compiler, what_was_compiled_before_comes_from_the_cache) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path());
  const std::string first = cuda::find_or_compile(limits, "sm_90", cache);
  const std::vector<fs::path> entries = files_in(folder.path(), ".cubin");
  ASSERT_EQ(entries.size(), 1U);
  cache.store(entries[0].filename().string().substr(std::string("dgsolve-").size()), "from the cache");
  EXPECT_EQ(cuda::find_or_compile(limits, "sm_90", cache), "from the cache");

  std::ofstream(entries[0], std::ios::trunc) << "damaged";
  EXPECT_EQ(cuda::find_or_compile(limits, "sm_90", cache), first);
}

TEST(Compiler, whatever_shapes_the_code_makes_an_entry_of_its_own) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path());
  cuda::find_or_compile(limits, "sm_90", cache);
  cuda::find_or_compile(limits, "sm_80", cache);
  cuda::find_or_compile({limits.file, "#define REAL double\n"}, "sm_90", cache);
  EXPECT_EQ(files_in(folder.path(), ".cubin").size(), 3U);
  // A header that this source does not even include: which ones it does is the compiler's to know.
  const TemporaryFolder sources;
  fs::copy(source_folder() / "kernels", sources.path(), fs::copy_options::recursive);
  const EnvironmentVariable from_folder("DGSOLVE_KERNELS", sources.path().string());
  cuda::find_or_compile(limits, "sm_90", cache);
  EXPECT_EQ(files_in(folder.path(), ".cubin").size(), 3U);
  std::ofstream(sources.path() / "base/prelude.hpp", std::ios::app) << "// changed\n";
  cuda::find_or_compile(limits, "sm_90", cache);
  EXPECT_EQ(files_in(folder.path(), ".cubin").size(), 4U);
}

TEST(Compiler, debugging_keeps_the_source_adds_lines_and_leaves_the_cache_alone) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path());
  const std::string plain = cuda::compile(limits, "sm_90", cache).cubin;
  const EnvironmentVariable debugging("DGSOLVE_DEBUG_KERNELS", "1");
  const std::string cubin = cuda::find_or_compile(limits, "sm_90", cache);
  EXPECT_FALSE(contains(plain, ".debug_line"));
  EXPECT_TRUE(contains(cubin, ".debug_line"));
  EXPECT_TRUE(files_in(folder.path(), ".cubin").empty());
  EXPECT_EQ(files_in(folder.path(), ".cu").size(), 1U);
}

cuda::CompileQueue::Compile compiler_for_hopper(const KernelCache& cache) {
  return [&cache](const KernelText& text) { return cuda::find_or_compile(text, "sm_90", cache); };
}

TEST(CompileQueue, gives_for_each_text_what_compiling_it_alone_gives) {
  const TemporaryFolder folder, other;
  const KernelCache cache(folder.path());
  std::vector<KernelText> texts;
  for (const std::string type : {"float", "double", "undeclared_type", "long double"})
    texts.push_back({limits.file, "#define REAL " + type + "\n"});
  cuda::CompileQueue queue(texts, compiler_for_hopper(cache));
  for (const std::size_t i : {3, 0, 1, 0})  // in any order, and again
    EXPECT_EQ(queue.get(i), cuda::find_or_compile(texts[i], "sm_90", KernelCache(other.path())));
  EXPECT_TRUE(contains(error_of([&] { queue.get(2); }), "undeclared_type"));
}

TEST(SharedWork, is_done_once_for_all_who_ask_meanwhile_and_again_for_who_asks_later) {
  cuda::SharedWork shared;
  std::atomic<int> done = 0, asking = 0;
  const auto ask = [&] {
    ++asking;
    return shared.run("key", [&]() -> std::string {
      while (asking < 3) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(100));  // until all of them wait
      if (++done > 1) throw DeviceError("later");
      return "result";
    });
  };
  std::vector<std::future<std::string>> results;
  for (int i = 0; i < 3; ++i) results.push_back(std::async(std::launch::async, ask));
  for (auto& result : results) EXPECT_EQ(result.get(), "result");
  EXPECT_EQ(done, 1);
  EXPECT_THROW(ask(), DeviceError);
}

TEST(CompileQueue, starts_no_more_when_nobody_waits) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path());
  std::vector<KernelText> texts;
  for (int i = 0; i < 1000; ++i)
    texts.push_back({limits.file, "#define REAL float\n#define NUMBER " + std::to_string(i) + "\n"});
  cuda::CompileQueue(texts, compiler_for_hopper(cache)).get(0);
  EXPECT_LT(files_in(folder.path(), ".cubin").size(), 100 + 2 * std::thread::hardware_concurrency());
}

TEST(KernelFiles, the_embedded_ones_are_those_of_the_repository) {
  const EnvironmentVariable embedded("DGSOLVE_KERNELS", {});
  const auto files = cuda::kernel_files();
  EXPECT_TRUE(files.contains("kernels/base/prelude.hpp"));
  for (const auto& [path, text] : files) EXPECT_TRUE(text == read_text(source_folder() / path)) << path;
}

TEST(KernelFiles, a_folder_without_them_is_an_error_that_names_it) {
  const TemporaryFolder folder;
  const EnvironmentVariable empty("DGSOLVE_KERNELS", folder.path().string());
  const std::string error = error_of([] { cuda::kernel_files(); });
  EXPECT_TRUE(contains(error, folder.path().string())) << error;
}

TEST(CudaDevice, where_no_gpu_can_be_used_auto_runs_on_the_cpu_and_says_why) {
  const std::vector<std::string> names = device_names();
  if (std::find(names.begin(), names.end(), "cuda") == names.end()) GTEST_SKIP() << "a GPU can be used here";
  std::string passed_over;
  const auto device = make_device("auto", Precision::double_, &passed_over);
  EXPECT_TRUE(device->description().starts_with("CPU"));
  EXPECT_FALSE(passed_over.empty());
  const std::string why = passed_over.substr(std::string("cuda: ").size());
  for (const std::string name : {"cuda", "cuda:0"})
    EXPECT_EQ(error_of([&] { make_device(name, Precision::double_); }),
              "device: got \"" + name + "\": " + why);
}

}  // namespace
}  // namespace dgsolve::test
