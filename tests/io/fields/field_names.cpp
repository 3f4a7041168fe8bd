/// Names of fields and of their vectors.

#include "io/fields/field_names.hpp"

#include <gtest/gtest.h>

namespace dgsolve {
namespace {

const std::vector<std::string> of_tm = {"Hx", "Hy", "Ez", "E_magnitude", "Sx", "Sy"};

TEST(FieldNames, a_vector_stands_for_its_components_once) {
  EXPECT_EQ(select_fields({"H"}, of_tm), (std::vector{0, 1}));
  EXPECT_EQ(select_fields({"Sy", "E_magnitude", "S"}, of_tm), (std::vector{5, 3, 4}));
  EXPECT_EQ(select_fields({}, of_tm), (std::vector{0, 1, 2, 3, 4, 5}));
}

TEST(FieldNames, one_component_alone_is_no_vector) {
  EXPECT_EQ(selectable_names(of_tm),
            (std::vector<std::string>{"Hx", "Hy", "Ez", "E_magnitude", "Sx", "Sy", "H", "S"}));
  EXPECT_THROW(select_fields({"E"}, of_tm), std::invalid_argument);
}

TEST(FieldNames, what_is_listed_twice_is_refused) {
  for (const std::vector<std::string>& names : {std::vector<std::string>{"H", "H"}, {"Ez", "Ez"}})
    EXPECT_THROW(select_fields(names, of_tm), std::invalid_argument);
}

}  // namespace
}  // namespace dgsolve
